import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../support/cli.ts';
import { long } from '../support/long.ts';
import { eras, paidSeoCalls, type RpcMessage } from '../support/mcp.ts';
import { useService } from '../support/service.ts';

const service = useService('sqlite');
let key: string;

beforeAll(async () => {
  key = await service.makeKey();
});

const environment = (url: string, held: string) => ({
  PATH: process.env.PATH ?? '',
  SIGHTLINE_URL: url,
  SIGHTLINE_API_KEY: held,
});

/** Runs the bridge with these lines as its whole input. Returns its output lines and its exit code. */
async function bridge(
  lines: unknown[],
  env: Record<string, string>,
): Promise<{ out: RpcMessage[]; err: string; code: number | null }> {
  const child = spawn(process.execPath, [main, 'mcp'], { env });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on('data', (chunk) => out.push(String(chunk)));
  child.stderr.on('data', (chunk) => err.push(String(chunk)));
  child.stdin.end(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const text = out.join('').trim();
  return { out: text === '' ? [] : text.split('\n').map((line) => JSON.parse(line)), err: err.join(''), code };
}

const call = (id: number, name: string, args: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('sightline mcp, a server over pipes', () => {
  it.each(eras)('serves the vendor’s own client, revision %s', async (era) => {
    const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env: environment(service.url, key) }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('ensure_keyword_observation');
    const args = { domain: 'over-pipes.com', confirmSpend: true, idempotencyKey: 'over-pipes-1' };
    const bought = await client.callTool({ name: 'request_seo_overview', arguments: args });
    expect(bought.structuredContent).toMatchObject({ report: { domain: 'over-pipes.com', state: 'complete' } });
    expect((await client.readResource({ uri: 'sightline://docs/metrics' })).contents).toHaveLength(1);
    expect(paidSeoCalls(service)).toBe(2);
    await client.close();
  });

  it('answers every request before it ends, each under its own id', async () => {
    const { out, code } = await bridge(
      [1, 2, 3].map((id) => call(id, 'list_sites')),
      environment(service.url, key),
    );
    expect(code).toBe(0);
    expect(out.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    expect(out.every(({ result }) => result.structuredContent.sites !== undefined)).toBe(true);
  });

  long('passes on a refusal of the server under the id of its request', async () => {
    const { out } = await bridge([call(7, 'list_sites')], environment(service.url, 'sl_wrong'));
    expect(out).toHaveLength(1);
    expect(out[0]).toMatchObject({ id: 7, error: { data: { code: 'unauthorized' } } });
  });

  long('says if the server cannot be reached, and what that means for a paid call', async () => {
    const { out } = await bridge([call(8, 'list_sites')], environment('http://127.0.0.1:9', key));
    expect(out[0]).toMatchObject({ id: 8, error: { code: -32000 } });
    expect(out[0]?.error.message).toContain('same idempotencyKey');
  });

  long('survives a line that is not JSON, and answers notifications with nothing', async () => {
    const lines = ['not json', { jsonrpc: '2.0', method: 'notifications/initialized' }, call(9, 'list_sites')];
    const { out } = await bridge(lines, environment(service.url, key));
    expect(out.map(({ id, error }) => [id, error?.code]).sort()).toEqual(
      [
        [9, undefined],
        [null, -32700],
      ].sort(),
    );
  });

  long('does not start without a key, and names the missing variable', async () => {
    const { out, err, code } = await bridge([], { PATH: process.env.PATH ?? '' });
    expect([out, code]).toEqual([[], 2]);
    expect(err).toContain('SIGHTLINE_API_KEY');
  });
});
