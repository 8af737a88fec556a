import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKeyProxy } from '../support/keyProxy.ts';
import { eras } from '../support/mcp.ts';
import { consent, register, startOAuthService } from '../support/oauth.ts';
import { waitLimitMs } from '../support/patience.ts';
import { freePort, useService } from '../support/service.ts';

/**
 * The public conformance suite against the whole service over HTTP. It cannot send a key, so a proxy adds one. Runs if
 * `@modelcontextprotocol/conformance` is installed, here or in the folder CONFORMANCE_MODULES.
 */
const modules = process.env.CONFORMANCE_MODULES ?? join(import.meta.dirname, '../../node_modules');
const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');

/**
 * Number of checks that passed when the baseline was written: a change that loses some is noticed, whatever the
 * baseline allows.
 */
const passing = { '2026-07-28': 107, '2025-11-25': 37 } as const;

const run = promisify(execFile);

function conforms(): void {
  let proxy: Awaited<ReturnType<typeof startKeyProxy>>;
  const service = useService('sqlite');
  beforeAll(async () => {
    proxy = await startKeyProxy(service.url, await service.makeKey());
  });
  afterAll(async () => {
    await proxy.close();
  });

  it.each(eras)(
    'requirements of %s: only failures that the baseline explains',
    async (era) => {
      const baseline = join(import.meta.dirname, 'conformance', `${era}.yml`);
      const args = ['server', '--url', `${proxy.url}/api/mcp`, '--requirements', era, '--expected-failures', baseline];
      const done = await run(process.execPath, [suite, ...args], { timeout: waitLimitMs }).catch((failed) => failed);
      expect(done.code ?? 0, String(done.stdout).slice(-2_000)).toBe(0);
      expect(Number(/Total: (\d+) passed/.exec(done.stdout)?.[1])).toBeGreaterThanOrEqual(passing[era]);
    },
    120_000,
  );

  it('the authorization server: every check passes, with a person who consents', async () => {
    const server = await startOAuthService('sqlite');
    try {
      const port = await freePort();
      const clientId = await register(server, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
      const issuer = ['--url', `${server.url}/api/auth`, '--resource', `${server.url}/api/mcp`];
      const args = ['authorization', ...issuer, '--client-id', clientId, '--port', String(port)];
      const told = await readWithPerson(args, async (address) => {
        await fetch(await consent(server, address));
      });
      expect(told).toMatch(/Total: 3 passed, 0 failed/);
    } finally {
      await server.close();
    }
  });
}

/** Runs the suite, and sends a person to the address that it prints. Returns its whole output. */
function readWithPerson(args: readonly string[], visit: (address: string) => Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, ...args]);
    let [told, sent] = ['', false];
    child.stdout.on('data', (chunk) => {
      told += chunk;
      const address = /^http\S+\/oauth2\/authorize\S+$/m.exec(told)?.[0];
      if (sent || address === undefined || !told.includes('Callback server started')) return;
      sent = true;
      visit(address).catch(reject);
    });
    child.on('error', reject).on('exit', () => resolve(told));
  });
}

if (existsSync(suite)) describe('public MCP conformance suite', conforms);
else
  describe.skip('public MCP conformance suite: skipped, @modelcontextprotocol/conformance is not installed', conforms);
