import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { main, startUnder, untilPrinted } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { endLeases } from '../support/endLeases.ts';
import { type HttpReply, readRunAt } from '../support/http.ts';
import { waitLimitMs } from '../support/patience.ts';
import { mustSkip } from '../support/require.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { inQuick } from '../support/suites.ts';

/** SYSTEM_CALLS=60 tries every fault at that many of the calls of one purchase; the short form tries a few. */
const given = Number(process.env.SYSTEM_CALLS ?? 0);
const trials = given > 0 ? given : inQuick(1, 2);
/** Number of concurrent purchases, so that their saves share commits. */
const together = 3;

type Fault = {
  name: string;
  calls: string;
  inject: string;
  isShort?: boolean;
  /** From the N-th call on every one fails, until the server is gone. */
  stays?: boolean;
};

/** Faults by the kernel at the server's N-th call, without any code of the server. */
const faults: Readonly<Record<DatabaseKind, readonly Fault[]>> = {
  sqlite: [
    { name: 'killed at a sync', calls: 'fsync,fdatasync', inject: 'signal=SIGKILL' },
    { name: 'killed at a write to a file', calls: 'pwrite64', inject: 'signal=SIGKILL', isShort: true },
    { name: 'killed at a connection', calls: 'connect', inject: 'signal=SIGKILL' },
    { name: 'a sync that fails', calls: 'fsync,fdatasync', inject: 'error=EIO', isShort: true },
    { name: 'a write that fails', calls: 'pwrite64', inject: 'error=EIO' },
    { name: 'a full disk', calls: 'pwrite64', inject: 'error=ENOSPC' },
    { name: 'a disk that stays full', calls: 'pwrite64', inject: 'error=ENOSPC', stays: true },
    { name: 'a disk that turns read-only', calls: 'pwrite64,fsync,fdatasync', inject: 'error=EROFS', stays: true },
  ],
  postgres: [
    { name: 'killed at a write', calls: 'write', inject: 'signal=SIGKILL', isShort: true },
    { name: 'killed at a connection', calls: 'connect', inject: 'signal=SIGKILL' },
    { name: 'a sync that fails', calls: 'fsync,fdatasync', inject: 'error=EIO' },
    { name: 'a full disk', calls: 'pwrite64', inject: 'error=ENOSPC' },
  ],
};

const whyNoStrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0 ? null : 'strace does not run';

describe.skipIf(mustSkip('strace', whyNoStrace))('a failing system call', () => {
  onEachDatabase('at the N-th time', (kind) => {
    it.each(faults[kind].filter(({ isShort }) => given > 0 || isShort).slice(0, inQuick(1, 8)))(
      '$name: nothing is bought twice, no receipt is lost',
      {
        timeout: 120_000 + trials * 15_000,
      },
      async (fault) => {
        const server = await startServerProcess(kind, {
          env: { SUBMIT_TIMEOUT_MS: '1500', ACTIVE_RUNS_PER_OWNER: '100000', RUNS_PER_DAY_PER_OWNER: '100000' },
          simulator: { pace: { by: 'looks', queued: 0, working: 0 } },
        });
        const { base, database, env, key, simulator } = server;
        const cases: string[] = [];
        for (let number = 0; number < (trials + 1) * together; number += 1) {
          cases.push(await server.makeCase(`Question ${number} of ${fault.name}?`));
        }
        await server.kill();

        const counts = { ended: 0, answered: 0 };
        /** Runs a few concurrent purchases on a traced server, from its start to their end. */
        const buyUnder = async (output: string, injections: readonly string[], trial: number): Promise<void> => {
          // With -D the tracer is a separate process, so the started process is the server itself.
          const words = ['-D', '-f', '--seccomp-bpf', '-qqq', '-o', output, '-e', `trace=${fault.calls}`];
          const traced = ['strace', ...words, ...injections.flatMap((word) => ['-e', word])];
          const started = startUnder(traced, [main, 'serve'], env);
          server.process = started;
          // A tracer slows down a start, and a busy machine even more.
          const isUp = await untilPrinted(started, /listening on/, 90_000).then(
            () => true,
            () => false,
          );
          const numbers = Array.from({ length: isUp ? together : 0 }, (_none, at) => trial * together + at);
          const replies = await Promise.all(
            numbers.map((number) => server.ensure(cases[number] ?? '', keyOf(number)).catch(() => null)),
          );
          const answered = replies.filter((reply) => reply !== null);
          counts.answered += answered.length;
          const runIds = answered.map(runIdOf).filter((id) => id !== undefined);
          // A disk that stays full lets no run end before the server is gone.
          await Promise.all(runIds.map((id) => untilEnded(base, key, id, fault.stays === true)));
          // A caller notices a broken connection before this process notices the end of its child.
          if (answered.length < together)
            await Promise.race([started.ended, new Promise((resolve) => setTimeout(resolve, 10_000))]);
          const hasEnded = started.child.exitCode !== null || started.child.signalCode !== null;
          if (hasEnded) counts.ended += 1;
          // Otherwise nothing was tested.
          expect([fault.name, trial, hasEnded || answered.length > 0]).toEqual([fault.name, trial, true]);
          await server.kill();
        };
        const trace = join(database.dataDir, 'calls.txt');
        await buyUnder(trace, [], 0);
        const most = mostByOneThread(readFileSync(trace, 'utf8'));
        expect([most > 0, counts]).toEqual([true, { ended: 0, answered: together }]);
        const at: number[] = [0];
        for (let trial = 1; trial <= trials; trial += 1) {
          const drawn = fractionOf(`${inject('seed')} ${fault.name} ${trial}`);
          at[trial] = trials >= most ? 1 + ((trial - 1) % most) : 1 + Math.floor(most * drawn);
          const injections = fault.calls
            .split(',')
            .map((call) => `inject=${call}:${fault.inject}:when=${at[trial]}${fault.stays === true ? '+' : ''}`);
          await buyUnder('/dev/null', injections, trial);
        }

        await endLeases(database);
        await server.start();
        for (const [number, caseId] of cases.entries()) {
          const again = await server.ensure(caseId, keyOf(number));
          const told = [fault.name, `call ${at[Math.floor(number / together)]} of ${most}`, again.text];
          const runId = runIdOf(again);
          expect(runId, told.join(' ')).toBeDefined();
          const ended = await untilEnded(base, key, String(runId));
          const creates = simulator.ledger.filter(
            ({ operation, body }) =>
              operation === 'create' && (body as { metadata?: { run_id?: string } }).metadata?.run_id === runId,
          );
          const bought = creates.filter(({ created }) => created !== null).length;
          expect([...told, 'sent', creates.length]).toEqual([...told, 'sent', Math.min(creates.length, 1)]);
          if (bought > 0) expect([...told, ended]).toEqual([...told, 'completed']);
          else expect([...told, ended]).toEqual([...told, expect.stringMatching(/^(failed|requires_action)$/)]);
        }
        reportFigure(
          `${kind}, ${fault.name} (at ${trials} of ${most} calls): ${counts.ended} ended the server, ` +
            `${counts.answered} of ${trials * together + together} callers had an answer; 0 sent twice, 0 receipts lost`,
        );
      },
    );
  });
});

const keyOf = (number: number): string => `system-call-${number}`;
const runIdOf = ({ body }: HttpReply): string | undefined => body.run?.id ?? body.recovery?.runId;

/** Returns the highest number of calls by one thread, because the tracer counts each thread separately. */
function mostByOneThread(trace: string): number {
  const byThread = new Map<string, number>();
  for (const line of trace.split('\n').filter((text) => /^\d+ /.test(text) && !text.includes('resumed>'))) {
    const thread = line.slice(0, line.indexOf(' '));
    byThread.set(thread, (byThread.get(thread) ?? 0) + 1);
  }
  return Math.max(0, ...byThread.values());
}

/**
 * Returns the status in which a run ends, or `requires_action` (with `orUnchanged`, any status) after three seconds in
 * it; null if the server is gone.
 */
async function untilEnded(base: string, key: string, runId: string, orUnchanged = false): Promise<string | null> {
  let since = { status: '', ms: 0 };
  for (const end = Date.now() + waitLimitMs; Date.now() < end; ) {
    const status = await readRunAt(() => base)(key, runId).then(
      (run) => run?.status ?? 'unread',
      () => null,
    );
    if (status === null) return null;
    if (['completed', 'failed', 'cancelled'].includes(status)) return status;
    if (since.status !== status) since = { status, ms: Date.now() };
    if ((orUnchanged || status === 'requires_action') && Date.now() - since.ms > 3_000) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return 'no end';
}
