import { beforeAll, expect, it } from 'vitest';
import type { ScriptEntry } from '../../../src/simulator/faults.ts';
import { useService } from '../../support/service.ts';

const service = useService('sqlite', { env: { SEO_LOOKUPS_PER_HOUR: '1000' } });
let key: string;
beforeAll(async () => {
  key = await service.makeKey();
});

type Fault = Pick<ScriptEntry, 'reply' | 'seo'>;

/** Faults of the first call, with its end and its reported cost; null is unknown. */
const faults: [what: string, fault: Fault, state: string, costUsd: number | null][] = [
  ['an envelope that is well around a task that failed', { seo: { taskStatus: 50000 } }, 'failed', null],
  ['a task refused for its fields', { seo: { taskStatus: 40501 } }, 'failed', 0],
  ['an envelope that failed', { seo: { envelopeStatus: 40203 } }, 'failed', 0],
  ['HTTP 401', { reply: { kind: 'status', status: 401, code: '40100' } }, 'failed', 0],
  ['HTTP 402 without a body', { reply: { kind: 'status', status: 402, body: 'nothing' } }, 'failed', 0],
  [
    'a page of a proxy, the work done',
    { reply: { kind: 'status', status: 502, body: 'page', done: true } },
    'unknown',
    null,
  ],
  ['an answer that is not JSON', { reply: { kind: 'garbled' } }, 'unknown', null],
  ['half an answer', { reply: { kind: 'half' } }, 'unknown', null],
  ['an answer without a task', { reply: { kind: 'nameless' } }, 'unknown', null],
  ['a reply lost after the task was created', { reply: { kind: 'lost' } }, 'unknown', null],
  ['a connection lost before the task was created', { reply: { kind: 'dropped' } }, 'unknown', null],
  ['nothing found', { seo: { taskStatus: 40102 } }, 'succeeded', 0],
];

it.each(faults)(
  'an overview whose first call fails with %s is reported correctly, sends each call once, and a replay sends none',
  async (what, fault, state, costUsd) => {
    const domain = `case-${faults.findIndex(([name]) => name === what)}.com`;
    const sent = () =>
      service.simulator.ledger.filter(
        ({ operation, body }) => operation === 'seo_call' && JSON.stringify(body).includes(`"${domain}"`),
      );
    service.simulator.script({ at: 'seo_call', when: domain, ...fault });
    const buy = () =>
      service.reply(
        'requestSeoOverview',
        { domain, confirmSpend: true },
        { key, idempotencyKey: `answer-of-${domain}` },
      );
    const first = await buy();
    expect(first.status).toBe(200);
    const { report } = first.body;
    expect(report.overview).toBeNull();
    expect(report.rankedKeywords).not.toBeNull();
    expect(report.calls[0]).toMatchObject({ name: 'domain_rank_overview', state, costUsd });
    expect(report.state).toBe(state === 'unknown' ? 'pending' : 'complete');
    const second = report.calls[1]?.costUsd ?? Number.NaN;
    expect(report.costUsd).toBe(costUsd === null ? null : costUsd + second);
    expect(report.limitations).toHaveLength(state === 'succeeded' ? 0 : 1);
    const replay = await buy();
    expect([replay.body.report.reportId, replay.headers.get('idempotency-replayed')]).toEqual([
      report.reportId,
      'true',
    ]);
    expect(sent().map(({ path }) => path.split('/').at(-2))).toEqual(['domain_rank_overview', 'ranked_keywords']);
  },
);
