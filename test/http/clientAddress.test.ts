import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { limitAddress, trustProxyOf } from '../../src/domain/access/clientAddress.ts';
import { long } from '../support/long.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { owner, useService } from '../support/service.ts';

/**
 * Returns the address that a server with this TRUST_PROXY takes for the client, if `peer` sends this X-Forwarded-For.
 */
async function clientOf(trust: string | undefined, peer: string, forwarded: string): Promise<string> {
  const app = Fastify({ trustProxy: trustProxyOf(trust) });
  app.get('/', async (request) => request.ip);
  const headers = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await app.inject({ url: '/', remoteAddress: peer, headers });
  await app.close();
  return body;
}

const client = '203.0.113.9';
const lie = '198.51.100.66';
const near = '10.0.0.1';
const far = '10.0.0.2';

describe('TRUST_PROXY', () => {
  // Each proxy appends its peer: with two of them the header is "<what the client wrote>, <client>, <far proxy>".
  it.each([
    ['nothing is set', undefined, client, '', client],
    ['nothing is set, and the client writes an address', undefined, client, lie, client],
    ['no proxy', '0', client, lie, client],
    ['one proxy', '1', near, client, client],
    ['one proxy, and the client writes an address', '1', near, `${lie}, ${client}`, client],
    ['one proxy, and the client writes many', '1', near, `${lie}, ${lie}, 127.0.0.1, ${client}`, client],
    ['one proxy that adds nothing', '1', near, '', near],
    ['two proxies', '2', near, `${client}, ${far}`, client],
    ['two proxies, and the client writes an address', '2', near, `${lie}, ${client}, ${far}`, client],
    ['three are counted, and two are there', '3', near, `${client}, ${far}`, client],
    ['the proxy by its address', near, near, `${lie}, ${client}`, client],
    ['both proxies by a range', '10.0.0.0/8', near, `${lie}, ${client}, ${far}`, client],
    ['a stranger who is no trusted proxy', '10.0.0.0/8', client, lie, client],
    ['a proxy on this machine', 'loopback', '127.0.0.1', `${lie}, ${client}`, client],
    ['an IPv6 client', '1', near, `${lie}, 2001:db8::7`, '2001:db8::7'],
  ])('%s', async (_name, trust, peer, forwarded, expected) => {
    expect(await clientOf(trust, peer, forwarded)).toBe(expected);
  });

  it.each([
    'yes',
    'true',
    '-1',
    '1.5',
    '100',
    '10.0.0.1,',
    '10.0.0.0/40',
    'proxy.example.com',
    '1,2',
    '0.0.0.0/0',
    '::/0',
  ])('%s stops the start, naming the variable', (given) =>
    expect(() => readConfig({ TRUST_PROXY: given })).toThrow(/^TRUST_PROXY: must be a number of proxies/),
  );

  it.each(['0', '1', '2', '10.0.0.1', '10.0.0.0/8, 192.168.1.1', 'loopback', 'fd00::/8'])('%s is accepted', (given) => {
    expect(readConfig({ TRUST_PROXY: given }).TRUST_PROXY).toBe(given);
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['unknown', 'unreadable'],
  ['7', 'unreadable'],
  ['', 'unreadable'],
  // Socket of a caller who has disconnected.
  [undefined, 'unreadable'],
])('the address that limits count by: %s is %s', (given, expected) => {
  expect(limitAddress(given)).toBe(expected);
});

describe('wrong passwords behind a proxy', () => {
  const service = useService('sqlite', { env: { TRUST_PROXY: '1' } });

  /** Makes as many attempts as an address may, and two more, each with another account. Returns their statuses. */
  async function guess(forwardedFor: (index: number) => string): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < 52; index += 1) {
      const headers = { 'x-forwarded-for': forwardedFor(index) };
      const body = { email: `${forwardedFor(index).length}-${index}@example.com`, password: 'wrong wrong wrong' };
      statuses.push((await service.ask('/api/auth/sign-in/email', { headers, body })).status);
    }
    return statuses.slice(-3);
  }

  long('are counted by the address that the proxy saw, whatever the client claims', async () => {
    expect(await guess((index) => `198.51.100.${index}, ${client}`)).toEqual([401, 429, 429]);
    const headers = { 'x-forwarded-for': '203.0.113.10' };
    expect((await service.ask('/api/auth/sign-in/email', { headers, body: owner })).status).toBe(200);
  });

  long('are counted for a whole /64 together', async () => {
    expect(await guess((index) => `2001:db8:1:2::${index.toString(16)}`)).toEqual([401, 429, 429]);
    const headers = { 'x-forwarded-for': '2001:db8:1:3::1' };
    expect((await service.ask('/api/auth/sign-in/email', { headers, body: owner })).status).toBe(200);
  });
});

describe('/metrics', () => {
  const metricsToken = 'metrics-token-for-tests';
  const rows: [name: string, env: Record<string, string>, headers: string[], status: number][] = [
    ['a program of this machine', {}, [], 200],
    ['a proxy of this machine that the server does not know of', {}, [`X-Forwarded-For: ${client}`], 404],
    ['one that names the host only', {}, ['X-Forwarded-Host: sightline.example.com'], 404],
    ['one of a network that has a header of its own', {}, [`CF-Connecting-IP: ${client}`], 404],
    [
      'one that says nothing, where people come over https',
      { PUBLIC_BASE_URL: 'https://sightline.example.com' },
      ['Host: sightline.example.com'],
      404,
    ],
    ['one that says Forwarded', {}, [`Forwarded: for=${client}`], 404],
    ['a page whose name was turned to point here', {}, ['Host: rebound.example:4280'], 403],
    ['a client behind a trusted proxy', { TRUST_PROXY: '1' }, [`X-Forwarded-For: ${client}`], 404],
    ['one that calls itself loopback there', { TRUST_PROXY: '1' }, ['X-Forwarded-For: 127.0.0.1'], 404],
    ['this machine where a proxy is trusted', { TRUST_PROXY: 'loopback' }, [], 404],
    ['this machine where a token is set', { METRICS_TOKEN: metricsToken }, [], 404],
    ['a wrong token', { METRICS_TOKEN: metricsToken }, ['Authorization: Bearer metrics-token-for-testz'], 404],
    [
      'the token, through a trusted proxy',
      { METRICS_TOKEN: metricsToken, TRUST_PROXY: '1' },
      [`X-Forwarded-For: ${client}`, `Authorization: Bearer ${metricsToken}`],
      200,
    ],
  ];
  const service = useService('sqlite');

  it.each(rows)('%s', async (_name, env, headers, status) => {
    await service.restart(env);
    const { host } = new URL(service.url);
    const own = headers.some((line) => line.startsWith('Host:')) ? [] : [`Host: ${host}`];
    const answered = await sendRaw(service.url, ['GET /metrics HTTP/1.1', ...own, ...headers, 'Connection: close'], '');
    expect(answered.status).toBe(status);
    expect(answered.text.includes('sightline_http_requests_total')).toBe(status === 200);
  });
});

it.each([
  ['SETUP_TOKEN', 16],
  ['METRICS_TOKEN', 16],
  ['SESSION_SECRET', 32],
] as const)('secrets chosen by an operator: %s needs at least %i characters', (name, shortest) => {
  expect(() => readConfig({ [name]: 'x'.repeat(shortest - 1) })).toThrow(`${name}: must have at least ${shortest}`);
  expect(() => readConfig({ [name]: ` ${'x'.repeat(shortest - 1)} ` })).toThrow(`${name}: must have at least`);
  expect(readConfig({ [name]: 'x'.repeat(shortest) })[name]).toHaveLength(shortest);
});
