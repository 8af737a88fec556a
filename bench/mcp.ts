import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/app/config.ts';
import { serve } from '../src/app/serve.ts';
import { type Bench, type Figure, median } from './figure.ts';

const token = 'bench-setup-token';
const modern = '2026-07-28';
const previous = '2025-11-25';
const both = 'application/json, text/event-stream';

type Asked = { method: string; path: string; headers: Record<string, string>; body?: string };

/**
 * Measures one read as a tool call of either protocol era next to the same read over REST, one at a time on one
 * connection, on a service in this process; then `calls` calls of two keys, 16 at once, alternating.
 */
async function measureMcp(rounds: number, calls: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', SETUP_TOKEN: token };
  const running = await serve(readConfig({ ...env, REQUESTS_PER_MINUTE: '10000000' }));
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send = ({ method, path, headers, body }: Asked): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(running.url + path, { method, headers, agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  try {
    // Many keys, each within its real allowance: the log of a key that sends 10,000 requests a minute would cost more
    // than the call.
    const keys = await makeKeys(running.url, Math.max(2, Math.ceil((rounds * 3) / 60)));
    const rest = (key: string): Asked => ({
      method: 'GET',
      path: '/api/v1/auth/status',
      headers: { authorization: `Bearer ${key}` },
    });
    const timed = async (asked: Asked): Promise<number> => {
      const began = performance.now();
      await send(asked);
      return performance.now() - began;
    };
    const [restTimes, mcpTimes, legacyTimes]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const first = keys[round % keys.length]?.secret ?? '';
      // In turn, so that the machine's other load affects all three alike.
      restTimes.push(await timed(rest(first)));
      mcpTimes.push(await timed(toolCall(first, true)));
      legacyTimes.push(await timed(toolCall(first, false)));
    }
    const interleaved = await interleave(send, keys, calls);
    const [baseline, ofRest] = [median(restTimes), { of: 'ratio', atMost: 2.5 } as const];
    const call = (era: string, times: readonly number[]): Figure => ({
      what: `tool call, revision ${era}, over the same REST read`,
      unit: 'ms',
      value: median(times),
      baseline,
      target: ofRest,
    });
    return [
      call(modern, mcpTimes),
      call(previous, legacyTimes),
      {
        what: `${calls} interleaved calls of two keys: answers with the other's id`,
        unit: 'answers',
        value: interleaved.crossTalk,
        baseline: null,
        target: { of: 'value', atMost: 0 },
      },
      { what: 'their pace', unit: 'calls/s', value: interleaved.callsPerSecond, baseline: null, target: null },
    ];
  } finally {
    agent.destroy();
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Key = { id: string; secret: string };

async function makeKeys(url: string, count: number): Promise<Key[]> {
  const json = { 'content-type': 'application/json' };
  const owner = { token, email: 'bench@example.com', password: 'a password for a bench' };
  const set = await fetch(`${url}/api/setup`, { method: 'POST', headers: json, body: JSON.stringify(owner) });
  const cookie = set.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const keys: Key[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const body = JSON.stringify({ name: `key ${turn}`, permissions: [] });
    const made = await fetch(`${url}/api/v2/keys`, { method: 'POST', headers: { ...json, cookie }, body });
    const { key, secret } = (await made.json()) as { key: { id: string }; secret: string };
    keys.push({ id: key.id, secret });
  }
  return keys;
}

/** Builds a call of a tool without arguments, in the form of either protocol era. */
export function toolCall(key: string, isModern: boolean, name = 'auth_status'): Asked {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: {}, ...(isModern ? { _meta } : {}) };
  const named = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': name };
  return {
    method: 'POST',
    path: '/api/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: both,
      ...(isModern ? named : { 'mcp-protocol-version': previous }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

async function interleave(send: (asked: Asked) => Promise<string>, keys: readonly Key[], calls: number) {
  let next = 0;
  let crossTalk = 0;
  const began = performance.now();
  const lane = async (): Promise<void> => {
    for (let turn = next++; turn < calls; turn = next++) {
      const mine = keys[turn % 2];
      const other = keys[(turn + 1) % 2];
      if (mine === undefined || other === undefined) return;
      const text = await send(toolCall(mine.secret, turn % 4 < 2));
      if (!text.includes(mine.id) || text.includes(other.id)) crossTalk += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return { crossTalk, callsPerSecond: (calls / (performance.now() - began)) * 1_000 };
}

/** `npm run bench -- mcp 500 2000`: rounds of one call at a time, then interleaved calls. */
export const mcp: Bench = {
  name: 'mcp',
  run: ([rounds = '500', calls = '10000']) => measureMcp(Number(rounds), Number(calls)),
};
