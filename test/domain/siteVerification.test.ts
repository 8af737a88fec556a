import { describe, expect, it } from 'vitest';
import { homeCarries } from '../../src/domain/websites/homeCarries.ts';
import { fileCarries, verificationPlaces } from '../../src/domain/websites/siteVerification.ts';

const token = 'sv_0123456789';
const meta = `<meta name="sightline-verification" content="${token}">`;

describe('the proof of a website', () => {
  it('is in a file of the host, or in the head of a home page at the root of its host', () => {
    expect(verificationPlaces('https://kettle.example/', token)).toEqual([
      { way: 'file', url: 'https://kettle.example/.well-known/sightline-verification.txt', content: token },
      { way: 'meta', url: 'https://kettle.example/', content: meta },
    ]);
    expect(verificationPlaces('https://kettle.example/~ada/', token).map(({ way }) => way)).toEqual(['file']);
  });

  it.each([
    ['the token alone', token, true],
    ['white space, a byte order mark and a line end around it', `\uFEFF  ${token}\r\n`, true],
    ['the token among other words', `token: ${token}`, false],
    ['a page that quotes it', `<p>${token}</p>`, false],
    ['another token', 'sv_9', false],
    ['nothing', '', false],
  ])('as a file: %s', (_, text, carried) => expect(fileCarries(text, token)).toBe(carried));

  it.each([
    ['in the head', `<head>${meta}</head>`, true],
    ['in capitals', `<HEAD><META NAME="Sightline-Verification" CONTENT=" ${token} "></HEAD>`, true],
    ['where the head is not written out', `${meta}<p>hello</p>`, true],
    ['in the body, where visitors write', `<head></head><body>${meta}</body>`, false],
    ['in a comment', `<head><!-- ${meta} --></head>`, false],
    ['in a template', `<head><template>${meta}</template></head>`, false],
    ['under another name', `<head>${meta.replace('sightline', 'other')}</head>`, false],
    ['with another token', `<head>${meta.replace(token, 'sv_9')}</head>`, false],
  ])('as a meta element: %s', (_, html, carried) => expect(homeCarries(html, token)).toBe(carried));
});
