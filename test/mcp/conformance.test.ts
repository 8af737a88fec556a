import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKeyProxy } from '../support/keyProxy.ts';
import { eras } from '../support/mcp.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * The public conformance suite against the whole service over HTTP. It can send no key, so a proxy adds one. It runs when
 * `@modelcontextprotocol/conformance` is installed, here or in the folder that CONFORMANCE_MODULES names.
 */
const modules = process.env.CONFORMANCE_MODULES ?? join(import.meta.dirname, '../../node_modules');
const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');

/** Checks that passed when the baseline was written: a change that loses some is seen, whatever the baseline allows. */
const passing = { '2026-07-28': 107, '2025-11-25': 37 } as const;

const run = promisify(execFile);

function conforms(): void {
  let service: TestService;
  let proxy: Awaited<ReturnType<typeof startKeyProxy>>;
  beforeAll(async () => {
    service = await startTestService('sqlite');
    proxy = await startKeyProxy(service.url, await service.makeKey());
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  it.each(eras)(
    'requirements of %s: nothing fails but what the baseline explains',
    async (era) => {
      const baseline = join(import.meta.dirname, 'conformance', `${era}.yml`);
      const args = ['server', '--url', `${proxy.url}/api/mcp`, '--requirements', era, '--expected-failures', baseline];
      const done = await run(process.execPath, [suite, ...args], { timeout: 110_000 }).catch((failed) => failed);
      expect(done.code ?? 0, String(done.stdout).slice(-2_000)).toBe(0);
      expect(Number(/Total: (\d+) passed/.exec(done.stdout)?.[1])).toBeGreaterThanOrEqual(passing[era]);
    },
    120_000,
  );
}

if (existsSync(suite)) describe('public MCP conformance suite', conforms);
else
  describe.skip('public MCP conformance suite: skipped, @modelcontextprotocol/conformance is not installed', conforms);
