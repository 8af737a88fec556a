import { existsSync } from 'node:fs';
import { startReceiver } from '../test/support/receiver.ts';
import { soundSite, startWebsite } from '../test/support/website.ts';
import { type CallCount, keepCalling } from './callers.ts';
import { freePort } from './childProcess.ts';
import { type Bench, type Figure, percentile } from './figure.ts';
import { addHistory, type DatabaseKind, startSeededService } from './seededService.ts';
import { probedFlags, probeServer, type Sample } from './serverProbe.ts';
import { soakCallers } from './soakCallers.ts';
import { trendOf } from './trend.ts';

/** Shorter runs report values without a judgement: caches are still filling. */
const minMinutesToJudge = 30;
const samples = 120;
/** Allowed growth per hour, as a share of the level: at the upper end of its interval. */
const maxShareAnHour = 0.05;
/**
 * More saved answers than a server caches after parsing: it marks them after its start, and its cache is full before
 * the load.
 */
const savedAnswers = 3_500;

/** Measures mixed load for some minutes; the second half shows whether memory and descriptors stay flat. */
async function measureSoak(minutes: number, engine: DatabaseKind): Promise<Figure[]> {
  const chromium = '/usr/bin/chromium';
  const service = await startSeededService(
    engine,
    {
      ALLOW_PRIVATE_TARGETS: '1',
      SEO_LOOKUPS_PER_HOUR: '100000',
      ...(existsSync(chromium) ? { CHROMIUM_PATH: chromium, ALLOW_ROOT_BROWSER: '1' } : {}),
    },
    probedFlags,
  );
  await addHistory(service, savedAnswers);
  await service.restart();
  const port = await freePort();
  const website = await startWebsite({ pages: soundSite(`http://127.0.0.1:${port}/`, 8), port });
  const receiver = await startReceiver();
  try {
    const probe = await probeServer(service);
    const load = keepCalling(await soakCallers(service, { website: website.url, receiver: receiver.url }));
    const seen: Sample[] = [];
    const until = performance.now() + minutes * 60_000;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / samples));
      const sample = await probe.sample();
      seen.push(sample);
      process.stderr.write(`${JSON.stringify(sample)}\n`);
    }
    const counts = await load.stop();
    probe.close();
    return [...trendFigures(seen, minutes), ...callFigures(counts, receiver.messages.length), ...stallFigures(seen)];
  } finally {
    await service.close();
    await website.close();
    await receiver.close();
  }
}

function trendFigures(seen: readonly Sample[], minutes: number): Figure[] {
  const half = seen.slice(Math.floor(seen.length / 2));
  return (
    [
      ['resident memory', 'MiB', 'residentMiB', true],
      ['heap after a collection', 'MiB', 'heapMiB', true],
      ['open descriptors', 'files', 'descriptors', true],
      ['size of the database', 'MiB', 'databaseMiB', false],
    ] as const
  ).map(([what, unit, name, isFlat]) => {
    const trend = trendOf(half.map((sample) => ({ seconds: sample.seconds, value: sample[name] })));
    const interval = `${shown(trend.perHour)} an hour, 95 % ${shown(trend.lower)} to ${shown(trend.upper)}`;
    const mostGrowth = (100 * trend.upper) / trend.level;
    return isFlat
      ? {
          what: `${what} at ${trend.level.toFixed(1)} ${unit}: ${interval}; at most, of its level`,
          unit: '% an hour',
          value: mostGrowth,
          baseline: null,
          target: minutes < minMinutesToJudge ? null : { of: 'value', atMost: 100 * maxShareAnHour },
        }
      : { what: `${what}: ${interval}`, unit, value: trend.level, baseline: null, target: null };
  });
}

function callFigures(counts: ReadonlyMap<string, CallCount>, delivered: number): Figure[] {
  const all = [...counts.values()];
  const total = (of: (count: CallCount) => number): number => all.reduce((sum, count) => sum + of(count), 0);
  const failures = [...counts].flatMap(([name, { firstFailure }]) =>
    firstFailure === null ? [] : [`${name}: ${firstFailure}`],
  );
  const each = [...counts].map(([name, { done }]) => `${done} ${name}`).join(', ');
  const alone = { unit: 'requests', baseline: null };
  return [
    {
      what: `answered (${each}; ${delivered} messages delivered)`,
      value: total(({ done }) => done),
      target: null,
      ...alone,
    },
    {
      what: `failed${failures.length === 0 ? '' : ` (${failures.join('; ').slice(0, 400)})`}`,
      value: total(({ failed }) => failed),
      target: { of: 'value', atMost: 0 },
      ...alone,
    },
    { what: 'not sent, as too many waited', value: total(({ left }) => left), target: null, ...alone },
  ];
}

function stallFigures(seen: readonly Sample[]): Figure[] {
  const stalls = seen.map(({ stallMs }) => stallMs);
  const of = (what: string, value: number): Figure => ({ what, unit: 'ms', value, baseline: null, target: null });
  return [
    of(`pause of the event loop between two looks, median of ${stalls.length}`, percentile(stalls, 0.5)),
    of('the longest', Math.max(...stalls)),
  ];
}

function shown(value: number): string {
  if (Number.isNaN(value)) return 'too few looks';
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

/** `npm run bench -- soak 60 postgres`: minutes (2 by default) and database. */
export const soak: Bench = {
  name: 'soak',
  run: ([minutes = '2', engine = 'sqlite']) =>
    measureSoak(Number(minutes), engine === 'postgres' ? 'postgres' : 'sqlite'),
};
