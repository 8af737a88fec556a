import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../support/mcp.ts';
import { useService } from '../support/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/mcp-clients.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

type Entry = { url?: string; headers?: Record<string, string>; args?: string[]; env?: Record<string, string> };

const entries = blocks('json').map((text): Entry => {
  const { mcpServers, servers } = JSON.parse(text) as Record<string, Record<string, Entry>>;
  return (mcpServers ?? servers)?.sightline ?? {};
});

describe('the page on clients', () => {
  const service = useService('sqlite');
  let key: string;
  beforeAll(async () => {
    key = await service.makeKey([]);
  });

  it('shows valid JSON, each with an entry for this server', () => {
    expect(entries).toHaveLength(4);
    expect(entries.filter((entry) => entry.url === undefined && entry.args === undefined)).toEqual([]);
  });

  it('shows addresses and headers that open the endpoint, once the key is inserted as described', async () => {
    for (const { url, headers } of entries.filter((entry) => entry.url !== undefined)) {
      const filled = Object.entries(headers ?? {}).map(([name, value]) => [name, value.replace(/\$\{[^}]+\}/, key)]);
      const { body, headers: own } = messageOf('2025-11-25', 'tools/list');
      const answered = await service.ask(new URL(url ?? '').pathname, {
        body,
        headers: { ...own, ...Object.fromEntries(filled) },
      });
      expect(answered.status).toBe(200);
    }
  });

  it('shows the bridge with the command and the variables that it reads', () => {
    const bridge = entries.find((entry) => entry.args !== undefined);
    expect(bridge?.args?.at(-1)).toBe('mcp');
    expect(Object.keys(bridge?.env ?? {})).toEqual(['SIGHTLINE_URL', 'SIGHTLINE_API_KEY']);
    const [toml = ''] = blocks('toml');
    expect(toml).toContain('url = "http://127.0.0.1:4280/api/mcp"');
    expect(toml).toContain('bearer_token_env_var = "SIGHTLINE_API_KEY"');
  });

  it('shows paid requests with an idempotency key, which a repetition keeps', () => {
    const web = readFileSync(join(import.meta.dirname, '../../web/src/pages/docs/ApiPage.tsx'), 'utf8');
    const calls =
      blocks('ts')
        .join('\n')
        .match(/ensureAndFollow\([^;]*\);/g) ?? [];
    const keys = [
      ...calls.map((call) => /idempotencyKey: (.*)/.exec(call)?.[1]),
      /Idempotency-Key: ([^"]*)"/.exec(web)?.[1],
    ];
    expect(keys).toHaveLength(2);
    for (const given of keys) expect(given).toMatch(/^(?:'[\w.:-]{8,128}' \},?|ask-\$\{caseId\}-1)$/);
  });
});
