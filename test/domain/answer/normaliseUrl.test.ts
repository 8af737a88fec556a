import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOf, normaliseUrl } from '../../../src/domain/urls/normaliseUrl.ts';
import { longProperty } from '../../support/property.ts';

describe('the normal form of a page address', () => {
  it.each([
    ['lowers the host and keeps the path', 'https://Shop.Example.COM/Path/A', 'https://shop.example.com/Path/A'],
    ['drops the default port', 'https://example.com:443/a', 'https://example.com/a'],
    ['keeps another port', 'http://example.com:8080/a', 'http://example.com:8080/a'],
    ['drops a fragment', 'https://example.com/a#part', 'https://example.com/a'],
    ['drops a text fragment', 'https://example.com/a#:~:text=some%20words', 'https://example.com/a'],
    ['drops the provider mark', 'https://example.com/a?utm_source=openai', 'https://example.com/a'],
    [
      'drops every tracking parameter',
      'https://example.com/?UTM_Medium=x&gclid=1&fbclid=2&srsltid=3',
      'https://example.com/',
    ],
    [
      'keeps other parameters as written',
      'https://example.com/?b=%2f&utm_term=x&a=1',
      'https://example.com/?b=%2f&a=1',
    ],
    ['keeps a question mark that belongs to the query', 'https://example.com/??&a', 'https://example.com/??&a'],
    ['drops an empty query', 'https://example.com/a?', 'https://example.com/a'],
    ['drops the dot at the end of a host', 'https://example.com./a', 'https://example.com/a'],
    ['writes an international host in ASCII', 'https://bücher.example.de/', 'https://xn--bcher-kva.example.de/'],
  ])('%s', (_what, raw, expected) => {
    expect(normaliseUrl(raw)).toBe(expected);
  });

  it.each([
    ['another scheme', 'ftp://example.com/'],
    ['a script', 'javascript:alert(1)'],
    ['a user name', 'https://user@example.com/'],
    ['a password', 'https://user:secret@example.com/'],
    ['a local name', 'http://localhost/'],
    ['a name of a local network', 'http://printer.lan/'],
    ['a single word', 'http://printer/'],
    ['a loopback address', 'http://127.0.0.1/'],
    ['a private address', 'http://192.168.1.1/'],
    ['a short form of a loopback address', 'http://127.1/'],
    ['a loopback address of version 6', 'http://[::1]/'],
    ['words', 'not an address'],
    ['nothing', ''],
    ['an endless address', `https://example.com/${'a'.repeat(5000)}`],
  ])('refuses %s', (_what, raw) => {
    expect(normaliseUrl(raw)).toBeNull();
  });

  longProperty(
    'does not change an address that is already normal',
    [fc.webUrl({ withQueryParameters: true, withFragments: true })],
    { numRuns: 200 },
    (raw) => {
      const once = normaliseUrl(raw);
      fc.pre(once !== null);
      expect(normaliseUrl(once ?? '')).toBe(once);
    },
  );

  it('names a host without its www', () => {
    expect(hostOf('https://www.example.com/a')).toBe('example.com');
  });
});
