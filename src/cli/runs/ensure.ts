import type { Command } from 'commander';
import { type BudgetLimiter, createBudgetLimiter } from '../../client/budgetLimiter.ts';
import { everyPage } from '../../client/everyPage.ts';
import { follow } from '../../client/follow.ts';
import type { Call } from '../../client/send.ts';
import { SightlineError } from '../../client/sightlineError.ts';
import { pause, withRetry } from '../../client/withRetry.ts';
import type { KeyOperationId } from '../../contract/routes.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { exitCodes, UsageError } from '../failures.ts';
import { printError, printJson } from '../output.ts';
import { createProgress, type Progress } from '../progress.ts';
import { resolveCases } from '../resolveCases.ts';
import { callServer } from '../serverConnection.ts';

type EnsureOptions = {
  all?: boolean;
  maxAge: string;
  useSeoTools?: boolean;
  round?: string;
  detach?: boolean;
  json?: boolean;
};

export type AnswerEnd = {
  caseId: string;
  disposition: string;
  runId: string | null;
  status: string;
  error: string | null;
  mentions: number | null;
};

const followOptions = { intervalMs: 1_000, stopAtRequiresAction: true };

/** Adds `ensure <case...>`: many questions, within the owner's limit of active runs, safe to interrupt and repeat. */
export async function addEnsureCommand(program: Command): Promise<void> {
  program
    .command('ensure')
    .description('get saved questions answered: reuse recent answers, buy the missing ones, wait for them')
    .argument('[ids...]', 'ids from `sightline questions`; use a case id to choose one engine')
    .option('--all', 'all saved questions of the workspace, at all enabled engines')
    .option('--max-age <seconds>', 'maximum age of a reused answer', '86400')
    .option('--use-seo-tools', 'allow one SEO lookup per run')
    .option(
      '--round <name>',
      'name of this round; the same name never buys twice, a new one asks again (default: the UTC date)',
    )
    .option('--detach', 'start the runs and exit without waiting')
    .action(async (ids: string[], options: EnsureOptions) => {
      const { code, runs, failure } = await ensureMany(callServer, await resolveCases(ids), options);
      if (options.json === true) printJson(runs);
      if (failure !== null) throw failure;
      process.exitCode = code;
    });
}

/**
 * Derives the idempotency key from the request, so that repeating an interrupted command continues it and never buys
 * twice. `round` distinguishes a deliberate repetition.
 */
export function derivedKey(caseId: string, body: unknown, round: string): string {
  return `cli:${digestOf({ caseId, body, round }).slice(0, 48)}`;
}

/** Name of a round that was given none. */
export function nameOfToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Asks within the owner's limit of active runs, and polls until all runs have ended. @returns the exit code, each
 * outcome, and the reason why the remaining requests were not sent
 */
export async function ensureMany(
  call: Call<KeyOperationId>,
  values: string[],
  options: EnsureOptions,
): Promise<{ code: number; runs: AnswerEnd[]; failure: unknown }> {
  const maxAgeSeconds = Number(options.maxAge);
  if (!Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0) throw new UsageError('--max-age takes whole seconds');
  const ids = options.all === true ? await allCases(call) : values;
  if (ids.length === 0) throw new UsageError('name at least one case, or --all');
  const round = options.round ?? nameOfToday();
  const places = await activeRunLimit(call);
  const progress = createProgress(process.stderr, ids.length);
  const gate = createBudgetLimiter(call);
  const ended: AnswerEnd[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let caseId = ids[next++]; caseId !== undefined; caseId = ids[next++]) {
      ended.push(await ensureOne(call, gate, caseId, maxAgeSeconds, round, options, progress));
    }
  };
  process.once('SIGINT', interrupt);
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(places, ids.length) }, lane));
  process.off('SIGINT', interrupt);
  progress.finish();
  const failure: unknown = lanes.find((result) => result.status === 'rejected')?.reason ?? null;
  if (failure instanceof SightlineError && failure.details?.newKeyNeeded === true) {
    printError('This round keeps its refusal: to ask again, name another one with --round.');
  }
  const isDone = ended.every((end) => end.status === 'completed' || options.detach === true);
  return { code: isDone ? 0 : exitCodes.failure, runs: ended, failure };
}

/** Stops on Ctrl-C, after explaining what happens to requests already sent. */
export function interrupt(): void {
  printError(
    '\nInterrupted. The server continues requests already sent. Repeat the command to see the rest; nothing is bought twice.',
  );
  process.exit(130);
}

async function ensureOne(
  call: Call<KeyOperationId>,
  gate: BudgetLimiter,
  caseId: string,
  maxAgeSeconds: number,
  round: string,
  options: EnsureOptions,
  progress: Progress,
): Promise<AnswerEnd> {
  const body = { kind: 'keyword' as const, caseId, useSeoTools: options.useSeoTools === true, maxAgeSeconds };
  let attempt = 0;
  for (;;) {
    const idempotencyKey = derivedKey(caseId, body, attempt === 0 ? round : `${round}#${attempt}`);
    const turn = await gate.enter(body);
    try {
      const { disposition, run } = await withRetry(() => call('ensureObservation', body, { idempotencyKey }));
      turn.sent();
      if (run === null) throw new Error(`${caseId}: the server answered without a run`);
      progress.note(`${caseId} ${disposition} ${run.id}`);
      const followed = options.detach === true ? null : await follow(call, run, followOptions);
      const last = followed?.run ?? run;
      progress.done(`${caseId} ${last.status}${last.error === null ? '' : ` (${last.error})`}`);
      const mentions = last.result !== null && 'mentions' in last.result ? last.result.mentions.length : null;
      return { caseId, disposition, runId: run.id, status: last.status, error: last.error, mentions };
    } catch (error) {
      // Denied for lack of a slot. The key remembers that outcome, so the next attempt is a new request with the next
      // number.
      if (!(error instanceof SightlineError) || error.code !== 'run_limit' || attempt >= 200) throw error;
      const waitsForHolds = error.limit === 'budget' && error.details?.waitsFor === 'holds';
      // The end of an active run removes none of these limits.
      if (error.limit === 'runs_per_day' || (error.limit === 'budget' && !waitsForHolds)) throw error;
      turn.ended();
      attempt += 1;
      progress.note(`${caseId} waits for ${waitsForHolds ? 'held money' : 'a free place'}`);
      if (waitsForHolds && (await gate.nextEnd())) continue;
      const waitMs = followOptions.intervalMs * Math.min(10, attempt);
      await pause(waitsForHolds ? Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000) : waitMs);
    } finally {
      turn.ended();
    }
  }
}

async function allCases(call: Call<KeyOperationId>): Promise<string[]> {
  const ready = (await everyPage(call, 'listEngines', {})).filter(({ state }) => state === 'ready').map(({ id }) => id);
  const questions = await everyPage(call, 'listQuestions', {});
  const requests = questions.flatMap(({ engines }) => engines.filter(({ engine }) => ready.includes(engine)));
  return requests.flatMap(({ cases }) => cases.map(({ id }) => id));
}

async function activeRunLimit(call: Call<KeyOperationId>): Promise<number> {
  const { limits } = await withRetry(() => call('authStatus', {}));
  return Math.max(1, limits.activeRunLimit);
}
