import type { Command } from 'commander';
import { digestOf } from '../domain/canonicalJson.ts';
import { exitCodes, ServerRefusal, Unreachable } from './failures.ts';
import { createProgress, type Progress } from './progress.ts';
import { callServer, type Server, serverFromEnvironment } from './server.ts';

type Options = {
  all?: boolean;
  maxAge: string;
  useSeoTools?: boolean;
  round?: string;
  detach?: boolean;
  json?: boolean;
};

type Observation = {
  disposition: string;
  run: {
    id: string;
    kind: string;
    status: string;
    error: string | null;
    result: { mentions?: unknown[] } | null;
  } | null;
};

type Ended = {
  caseId: string;
  disposition: string;
  runId: string;
  status: string;
  error: string | null;
  mentions: number | null;
};

const followMs = 1_000;

/** `ensure <case...>`: many questions, within the owner's places, safe to interrupt and repeat. */
export async function addEnsureCommand(program: Command): Promise<void> {
  program
    .command('ensure')
    .description('have saved questions answered: reuse what is recent, start what is not, follow until the end')
    .argument('[caseIds...]', 'ids from `sightline call listBenchmarkCases`')
    .option('--all', 'every saved question of the workspace')
    .option('--max-age <seconds>', 'how old a saved answer may be', '86400')
    .option('--use-seo-tools', 'authorise one SEO lookup a run')
    .option(
      '--round <name>',
      'asks the same again under a new name; the same name never asks twice (default: the UTC day)',
    )
    .option('--detach', 'start only, do not follow')
    .option('--json', 'print the ends as JSON')
    .action(async (caseIds: string[], options: Options) => {
      process.exitCode = await ensureMany(serverFromEnvironment(process.env), caseIds, options);
    });
}

/**
 * The idempotency key is derived from what was asked, so that repeating an interrupted command continues it and can buy
 * nothing twice. A round names a deliberate repetition.
 */
export function derivedKey(caseId: string, body: unknown, round: string): string {
  return `cli:${digestOf({ caseId, body, round }).slice(0, 48)}`;
}

async function ensureMany(server: Server, given: string[], options: Options): Promise<number> {
  const maxAgeSeconds = Number(options.maxAge);
  if (!Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0) throw new Error('--max-age takes whole seconds');
  const ids = options.all === true ? await allCases(server) : given;
  if (ids.length === 0) throw new Error('name at least one case, or --all');
  const round = options.round ?? new Date().toISOString().slice(0, 10);
  const places = await activeRunLimit(server);
  const progress = createProgress(process.stderr, ids.length);
  const ended: Ended[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let caseId = ids[next++]; caseId !== undefined; caseId = ids[next++]) {
      ended.push(await ensureOne(server, caseId, maxAgeSeconds, round, options, progress));
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(places, ids.length) }, lane));
  progress.finish();
  const failure = lanes.find((result) => result.status === 'rejected');
  if (options.json === true) process.stdout.write(`${JSON.stringify(ended, null, 2)}\n`);
  if (failure !== undefined) throw failure.reason;
  return ended.every((end) => end.status === 'completed' || options.detach === true) ? 0 : exitCodes.failure;
}

async function ensureOne(
  server: Server,
  caseId: string,
  maxAgeSeconds: number,
  round: string,
  options: Options,
  progress: Progress,
): Promise<Ended> {
  const body = { kind: 'keyword', caseId, useSeoTools: options.useSeoTools === true, maxAgeSeconds };
  let attempt = 0;
  for (;;) {
    const key = derivedKey(caseId, body, attempt === 0 ? round : `${round}#${attempt}`);
    try {
      const { body: answered } = await patiently(() =>
        callServer(server, {
          method: 'POST',
          path: '/observations/ensure',
          headers: { 'Idempotency-Key': key },
          body,
        }),
      );
      const { disposition, run } = answered as Observation;
      if (run === null) throw new Error(`${caseId}: the server answered without a run`);
      progress.note(`${caseId} ${disposition} ${run.id}`);
      const last = options.detach === true ? run : await follow(server, run);
      progress.done(`${caseId} ${last.status}${last.error === null ? '' : ` (${last.error})`}`);
      const mentions = last.result?.mentions?.length ?? null;
      return { caseId, disposition, runId: run.id, status: last.status, error: last.error, mentions };
    } catch (error) {
      // Denied for want of a place: that outcome stays with its key, so the next try is a new request, named in order.
      if (!(error instanceof ServerRefusal) || error.code !== 'run_limit' || attempt >= 200) throw error;
      if (error.details.limit === 'runs_per_day') throw error;
      attempt += 1;
      progress.note(`${caseId} waits for a free place`);
      await pause(followMs * Math.min(10, attempt));
    }
  }
}

async function follow(server: Server, run: NonNullable<Observation['run']>): Promise<NonNullable<Observation['run']>> {
  let current = run;
  while (!['completed', 'failed', 'cancelled', 'requires_action'].includes(current.status)) {
    await pause(followMs);
    const { body } = await patiently(() => callServer(server, { method: 'GET', path: `/runs/${run.kind}/${run.id}` }));
    current = (body as Observation).run ?? current;
  }
  return current;
}

/** Waits out what says how long to wait. The same request goes again, with the same key. */
async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const wait =
        error instanceof ServerRefusal && (error.code === 'rate_limited' || error.code === 'temporarily_unavailable')
          ? (error.retryAfterSeconds ?? 2) * 1000
          : error instanceof Unreachable
            ? 2_000
            : null;
      if (wait === null || tries >= 30) throw error;
      await pause(wait);
    }
  }
}

async function allCases(server: Server): Promise<string[]> {
  const { body } = await callServer(server, { method: 'GET', path: '/benchmark-cases' });
  return (body as { cases: { id: string }[] }).cases.map((found) => found.id);
}

async function activeRunLimit(server: Server): Promise<number> {
  const { body } = await patiently(() => callServer(server, { method: 'GET', path: '/auth/status' }));
  return Math.max(1, (body as { limits: { activeRunLimit: number } }).limits.activeRunLimit);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
