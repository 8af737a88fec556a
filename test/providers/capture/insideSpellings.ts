import { words } from '../../support/words.ts';
/** Internal hosts, in every form that a URL parser or a resolver understands. */
export const insideHosts = [
  '127.0\t.0.1',
  '127.0\n.0.1',
  '127.0.0.1\u00ad',
  ...words(`
    127.0.0.1 127.1 127.0.1 127.0.0.1. 127.0.0.3 127.255.255.254 2130706433 0x7f000001 0X7F000001 0x7f.0.0.1 0x7f.1
    0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1 0177.1 0177.0.0x0.1 00000000177.0.0.1 127.0.0.0x1 0 00 0x0 0.0.0.0
    000.000.000.000 0.0.0.0. [::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001]
    [::ffff:127.0.0.1] [::FFFF:7F00:1] [::ffff:7f00:0001] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:0.0.0.0]
    [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
    [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254]
    [fec0::1] [ff02::1] ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 %31%32%37.0.0.1 127%2e0%2e0%2e1 localhost
    LOCALHOST localhost. ⓛⓞⓒⓐⓛⓗⓞⓢⓣ deep.name.localhost inside.test mapped.test six.test zero.test mixed.test
    later.test 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 169.254.169.254 2852039166 0xA9FEA9FE 0251.0376.0251.0376
    100.100.100.200 168.63.129.16 192.0.0.192 224.0.0.1 255.255.255.255 anyone@127.0.0.1 anyone:word@[::1]
  `),
] as const;

const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'deep.name.localhost': ['127.0.0.1'],
  'inside.test': ['127.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'six.test': ['::1'],
  'zero.test': ['0.0.0.0'],
  // The first address is the public one of these tests.
  'mixed.test': ['127.0.0.2', '127.0.0.1'],
  'later.test': ['127.0.0.2', '::1'],
};

/** Resolves only these hosts, so that no test uses a real resolver. */
export async function resolveInside(hostname: string): Promise<readonly string[]> {
  return names[hostname] ?? [];
}
