import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordFlaw } from '../../src/domain/access/passwordRule.ts';
import { long } from '../support/long.ts';
import { words } from '../support/words.ts';

const email = 'mara.lindqvist@lanternworks.example';
const common = /commonly used/;
const ownAddress = /your email address/;

describe('a chosen password', () => {
  it.each([
    '20111998 2011',
    ...words(`
      password123 Password2024! P@ssw0rd!! p4$$w0rd1234 passwordpassword admin_password iloveyou123 ILoveYou!!!!
      letmein2025! welcome12345 Summer2025!! qwertyuiop qwerty123456 asdfghjkl1 1qaz2wsx3edc 1q2w3e4r5t6y
      1234567890 0987654321 123123123123 aaaaaaaaaaaa abcabcabcabc abcdefghijkl football99! jessica1987
      m1cr0s0ft!! trustno1trustno1 ｐａｓｓｗｏｒｄ１２３ ----------!! пароль1234 футболфутбол йцукенгшщз drowssap1234
    `),
  ])('is refused if it is common: %s', (password) => expect(passwordFlaw(password, email)).toMatch(common));

  it.each([
    email,
    'mara.lindqvist',
    'Lindqvist2024',
    'lanternworks!1',
    'mara.lindqvist@lanternworks',
    'LanternWorks-Mara',
    'lindqvist-password',
  ])('is refused if it is built from the account’s email address: %s', (password) =>
    expect(passwordFlaw(password, email)).toMatch(ownAddress),
  );

  it.each(['short', 'x'.repeat(129)])('is refused for its length: %s', (password) =>
    expect(passwordFlaw(password, email)).toMatch(/must have at (least|most)/),
  );

  it.each([
    'correct horse battery staple',
    'Lindqvist rows across the fjord',
    'pumpernickel ledger',
    'monkey 48291736450',
    'zebra-otter-quill',
    'ErReeriN78EB092i',
    'kT9#vq2LmXw!',
    'größenwahn im herbst',
    'пароль из четырёх слов',
  ])('is accepted otherwise: %s', (password) => expect(passwordFlaw(password, email)).toBeNull());

  long('is accepted if it is random, and judged quickly whatever it is', () => {
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const random = fc.array(letters, { minLength: 16, maxLength: 16 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(fc.noShrink(random), (password) => {
        // Sixteen characters in two parts of at most fifteen letters each: chance does not make such words.
        if (new Set(password.toLowerCase()).size >= 8) expect(passwordFlaw(password, email)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 128 }), fc.string(), (password, address) => {
        passwordFlaw(password, address);
      }),
    );
  });
});
