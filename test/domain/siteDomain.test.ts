import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDomain, parseLookupDomain, parseSiteUrl } from '../../src/domain/urls/siteDomain.ts';
import { longProperty, property } from '../support/property.ts';

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
};

describe('the address of a website', () => {
  it.each([
    ['example.com', 'https://example.com/', 'example.com'],
    ['  https://www.example.co.uk/path/?q=1#part ', 'https://www.example.co.uk/path/', 'example.co.uk'],
    ['http://Shop.EXAMPLE.com:8080', 'http://shop.example.com:8080/', 'example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['someone.github.io', 'https://someone.github.io/', 'someone.github.io'],
    ['https://a.b.someone.github.io/x', 'https://a.b.someone.github.io/x', 'someone.github.io'],
  ])('%j is read as %s on %s', (raw, url, domain) => {
    expect(parseSiteUrl(raw, false)).toEqual({ url, domain });
  });

  it.each([
    '',
    'http://',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://user@example.com',
    'https://user:pw@example.com',
    'localhost',
    'http://127.0.0.1',
    'http://2130706433/',
    'http://[::1]/',
    'com',
    'co.uk',
    'github.io',
    'https://exa mple.com',
  ])('%j is refused by name', (raw) => {
    expect(refusal(() => parseSiteUrl(raw, false))).toMatch(/^url: /);
  });

  it('accepts loopback only if tests and demos allow it', () => {
    expect(parseSiteUrl('http://127.0.0.1:4000/', true)).toEqual({
      url: 'http://127.0.0.1:4000/',
      domain: '127.0.0.1',
    });
  });

  longProperty(
    'never fails other than by naming the field, whatever the text',
    [fc.string({ unit: 'binary', maxLength: 60 })],
    (raw) => {
      expect(refusal(() => parseSiteUrl(raw, false))).toMatch(/^(url: |accepted$)/);
    },
  );
});

describe('a bare domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['Sub.Example.COM.', 'sub.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['someone.github.io', 'someone.github.io'],
  ])('%j is read as %s', (raw, domain) => {
    expect(parseDomain(raw, 'domain')).toBe(domain);
  });

  it.each([
    '',
    'https://example.com',
    'example.com/path',
    'example.com:80',
    'user@example.com',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'com',
    'co.uk',
    'github.io',
    '-a.example',
    'a..example',
    'a b.example',
    'a\\b.example',
    `${'x'.repeat(64)}.example`,
  ])('%j is refused by name', (raw) => {
    expect(refusal(() => parseDomain(raw, 'domain'))).toMatch(/^domain: /);
  });

  property('is stable: the result is read as itself', [fc.domain()], (raw) => {
    fc.pre(refusal(() => parseDomain(raw, 'domain')) === 'accepted');
    const domain = parseDomain(raw, 'domain');
    expect(parseDomain(domain, 'domain')).toBe(domain);
  });
});

describe('the domain of a paid look-up', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['WWW.Example.co.uk.', 'example.co.uk'],
    ['shop.example.com', 'shop.example.com'],
    ['www.com', 'www.com'],
    ['faß.de', 'xn--fa-hia.de'],
    ['xn--fa-hia.de', 'xn--fa-hia.de'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['xn--r8jz45g.xn--zckzah', 'xn--r8jz45g.xn--zckzah'],
    ['☃.net', 'xn--n3h.net'],
    ['acme.example', 'acme.example'],
  ])('%j looks up %s', (raw, domain) => {
    expect(parseLookupDomain(raw, 'domain')).toBe(domain);
  });

  it.each([
    ['%65xample.com', /without % or control/],
    ['example.com\0', /without % or control/],
    ['xn--a.com', /begins with xn--/],
    ['shop.xn--0.com', /begins with xn--/],
    ['xn--99999999999.com', /begins with xn--/],
    ['xn--example-.com', /must be a domain name|begins with xn--/],
    ['printer.local', /local name/],
    ['app.localhost', /local name/],
    ['nas.home.arpa', /local name/],
    ['hidden.onion', /local name/],
  ])('%j is refused with the reason', (raw, words) => {
    expect(refusal(() => parseLookupDomain(raw, 'domain'))).toMatch(words);
  });
});

describe('an internationalised domain', () => {
  it('is read as the address parser writes it, for any letters', () => {
    const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    let encoded = 0;
    fc.assert(
      fc.property(letters, (text) => {
        const host = URL.parse(`https://${text}.com`)?.hostname ?? '';
        if (!/^xn--[a-z0-9-]+\.com$/.test(host)) return;
        encoded += 1;
        expect(parseDomain(host, 'domain')).toBe(host);
      }),
      { numRuns: 2_000 },
    );
    expect(encoded).toBeGreaterThan(100);
  });

  longProperty(
    'is accepted or refused by name, whatever follows xn--',
    [fc.string({ unit: 'binary', maxLength: 60 })],
    { numRuns: 2_000 },
    (text) => {
      expect(refusal(() => parseDomain(`xn--${text}.com`, 'domain'))).toMatch(/^(domain: |accepted$)/);
    },
  );
});
