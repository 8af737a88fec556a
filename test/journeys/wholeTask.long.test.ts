import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { main } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { consent, createAuthProvider, useOAuthService } from '../support/oauth.ts';
import { hasEnded, until } from '../support/until.ts';

// The bridge is a separate process, which starts slowly on a busy machine.
onEachDatabase('one whole task: save a question, ask it, follow it, report its cost', (engine) => {
  const service = useOAuthService(engine, { env: { OPENAI_MODEL: 'gpt-5.5' } });

  const address = () => new URL('/api/mcp', service.url);
  const makeKey = () => service.makeKey(['evaluate', 'manage']);

  const ways: [string, () => Promise<Transport>][] = [
    [
      'a program that signs in, from nothing but the address',
      async () => {
        const authProvider = createAuthProvider();
        const first = new Client({ name: 'test', version: '1' });
        await first.connect(new StreamableHTTPClientTransport(address(), { authProvider })).catch(() => null);
        const back = await consent(service, authProvider.sent ?? '');
        await new StreamableHTTPClientTransport(address(), { authProvider }).finishAuth(back.searchParams);
        return new StreamableHTTPClientTransport(address(), { authProvider });
      },
    ],
    [
      'a client with a key',
      async () => {
        const requestInit = { headers: { authorization: `Bearer ${await makeKey()}` } };
        return new StreamableHTTPClientTransport(address(), { requestInit });
      },
    ],
    [
      'the bridge',
      async () => {
        const env = {
          PATH: process.env.PATH ?? '',
          SIGHTLINE_URL: service.url,
          SIGHTLINE_API_KEY: await makeKey(),
        };
        return new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env });
      },
    ],
  ];

  it.each(ways)('is done by %s', async (way, open) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(await open());
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<any> =>
      (await client.callTool({ name, arguments: args })).structuredContent;
    const before = service.sent();
    const query = `Which CRM would ${way} choose?`;
    const saved = await call('create_questions', { queries: [query] });
    const caseId = saved.items[0].engines[0].cases[0].id;
    const quote = await call('quote', { caseIds: [caseId] });
    expect(quote.total).toMatchObject({ bought: 1, maxUsd: 0.66 });
    const args = { caseId, idempotencyKey: `whole-task-${ways.findIndex(([name]) => name === way)}` };
    let asked = await call('ensure_keyword_observation', args);
    if (asked.error !== undefined) {
      // A signed-in program asks first; after its person approves, the same call continues.
      expect([asked.error.code, service.sent()]).toEqual(['approval_required', before]);
      const path = new URL(asked.error.details.approvalUrl).pathname;
      const said = { cookie: service.cookie, method: 'PATCH', body: { decision: 'approved' } };
      expect((await service.ask(`/api/v2${path}`, said)).status).toBe(200);
      asked = await call('ensure_keyword_observation', args);
    }
    const { run } = await until(
      () => call('read_run', { kind: 'keyword', id: asked.run.id }),
      ({ run }) => hasEnded(run),
    );
    expect([run.status, run.result.mentions.length > 0, service.sent() - before]).toEqual(['completed', true, 1]);
    const spent = await call('read_spending', { by: 'question' });
    expect(spent.rows.map(({ label }: any) => label)).toContain(query);
    await client.close();
  });
});
