import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDomain, parseSiteUrl } from '../../src/domain/siteDomain.ts';

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

  it('lets loopback through only where tests and demos allow it', () => {
    expect(parseSiteUrl('http://127.0.0.1:4000/', true)).toEqual({
      url: 'http://127.0.0.1:4000/',
      domain: '127.0.0.1',
    });
  });

  it('never fails otherwise than by naming the field, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (raw) => {
        expect(refusal(() => parseSiteUrl(raw, false))).toMatch(/^(url: |accepted$)/);
      }),
    );
  });
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

  it('is stable: what was read is read again as itself', () => {
    fc.assert(
      fc.property(fc.domain(), (raw) => {
        const read = refusal(() => parseDomain(raw, 'domain'));
        if (read !== 'accepted') return;
        const domain = parseDomain(raw, 'domain');
        expect(parseDomain(domain, 'domain')).toBe(domain);
      }),
    );
  });
});
