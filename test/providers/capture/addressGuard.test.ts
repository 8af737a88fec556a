import { describe, expect, it } from 'vitest';
import { createAddressGuard, loopbackRanges } from '../../../src/providers/capture/addressGuard.ts';
import { isPublicAddress } from '../../../src/providers/capture/publicAddress.ts';
import { words } from '../../support/words.ts';

const never = async (): Promise<readonly string[]> => {
  throw new Error('must not be resolved');
};
const answers = (table: Readonly<Record<string, readonly string[]>>) => async (name: string) => table[name] ?? [];

describe('an address', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001::200e', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '',
    ...words(`
      0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
      172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
      240.0.0.1 255.255.255.255 168.63.129.16 :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
      ::ffff:0:127.0.0.1 ::ffff:168.63.129.16 64:ff9b::7f00:1 64:ff9b:1::7f00:1 100::1 2001::1 2001:db8::1
      2002:7f00:1:: 2002:a00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 4000::1 e000::1
      2a00::5efe:7f00:1 2a00::200:5efe:a00:1 localhost 127.1
    `),
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the guard', () => {
  it('allows a public name and names the addresses to connect to', async () => {
    const guard = createAddressGuard({ resolve: answers({ 'k.example': ['93.184.215.14', '2606:4700::1111'] }) });
    expect(await guard.check(new URL('https://k.example/'))).toEqual({
      kind: 'allowed',
      addresses: ['93.184.215.14', '2606:4700::1111'],
    });
  });

  it.each([
    ['one inside address among public ones', 'http://mixed.example/', 'blocked_address'],
    ['a name without an address', 'http://nowhere.example/', 'dns'],
    ['a port of another service', 'http://k.example:5432/', 'blocked_port'],
    ['a file', 'file:///etc/hosts', 'blocked_scheme'],
    ['an ftp server', 'ftp://k.example/', 'blocked_scheme'],
    ['a user name', 'http://me@k.example/', 'blocked_scheme'],
    ['a password', 'http://:secret@k.example/', 'blocked_scheme'],
    ['its own denied address', 'http://8.8.4.4/', 'blocked_address'],
  ])('refuses %s', async (_what, url, code) => {
    const resolve = answers({ 'k.example': ['8.8.8.8'], 'mixed.example': ['8.8.8.8', '10.0.0.1'] });
    const guard = createAddressGuard({ resolve, deny: ['8.8.4.4'] });
    expect(await guard.check(new URL(url))).toMatchObject({ kind: 'blocked', code });
  });

  it('does not resolve a name for a port that it would refuse anyway', async () => {
    const guard = createAddressGuard({ resolve: never });
    expect(await guard.check(new URL('http://k.example:8080/'))).toMatchObject({ code: 'blocked_port' });
  });

  it('keeps the first result for a name that changes its addresses', async () => {
    const turns = [['8.8.8.8'], ['127.0.0.1']];
    const guard = createAddressGuard({ resolve: async () => turns.shift() ?? [] });
    const url = new URL('http://rebind.example/');
    await guard.check(url);
    expect(await guard.check(url)).toEqual({ kind: 'allowed', addresses: ['8.8.8.8'] });
  });

  it('permits this machine on any port, and nothing else, if private targets are allowed', async () => {
    const guard = createAddressGuard({
      allow: loopbackRanges,
      resolve: answers({ localhost: ['127.0.0.1', '::1'], 'k.example': ['8.8.8.8'] }),
    });
    const kinds = await Promise.all(
      ['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/', 'http://10.0.0.1/', 'http://k.example:9/'].map(
        async (url) => (await guard.check(new URL(url))).kind,
      ),
    );
    expect(kinds).toEqual(['allowed', 'allowed', 'allowed', 'blocked', 'blocked']);
  });

  it('reveals nothing about its network to an owner', async () => {
    const guard = createAddressGuard({ resolve: answers({ 'db.internal': ['10.1.2.3'] }) });
    expect(JSON.stringify(await guard.check(new URL('http://db.internal/')))).not.toContain('10.1.2.3');
  });
});
