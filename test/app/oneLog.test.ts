import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { logLines } from '../../src/app/keepWatcher.ts';
import { onEachDatabase } from '../support/databases.ts';
import { callback, startOAuthService } from '../support/oauth.ts';
import type { TestService } from '../support/service.ts';

type Line = Record<string, unknown>;

afterEach(() => vi.restoreAllMocks());

onEachDatabase('a failure inside the account library', (engine) => {
  type Ask = (service: TestService) => Promise<{ status: number; headers: Headers; body: any }>;
  it.each<[string, Ask]>([
    ['oauthClient', ({ ask }) => ask('/api/auth/oauth2/register', { body: { redirect_uris: [callback] } })],
    ['session', ({ reply }) => reply('session', {})],
  ])('about its table %s is logged by our logger with the request id, and nowhere else', async (table, ask) => {
    const lines: Line[] = [];
    const note = (fields: Line, message: string) => lines.push({ ...fields, message });
    const service = await startOAuthService(engine, { replace: { log: { info: note, warn: note, error: note } } });
    const plain = vi.spyOn(console, 'error').mockImplementation(() => {});
    await sql`ALTER TABLE ${sql.table(table)} RENAME TO gone`.execute(service.db);
    const answered = await ask(service);
    expect([answered.status, answered.body.error.code]).toEqual([500, 'internal_error']);
    const own = lines.filter(({ requestId }) => requestId === answered.headers.get('x-request-id'));
    expect(own.length, JSON.stringify(lines)).toBe(1);
    expect(plain).not.toHaveBeenCalled();
  });
});

it('a watcher’s lines become lines of the log', async () => {
  const lines: string[] = [];
  logLines(Readable.from(['watching\nplan a: ', 'waits\n\nstopped']), (line) => lines.push(line));
  await vi.waitFor(() => expect(lines).toEqual(['watching', 'plan a: waits', 'stopped']));
});
