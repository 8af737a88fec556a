import { expect, inject, it } from 'vitest';
import { v1Operations, v2Operations } from '../../src/api/registry.ts';
import { permissions } from '../../src/domain/access/permissions.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { onEachDatabase } from '../support/databases.ts';
import { eras, rpc } from '../support/mcp.ts';
import { addKey, addWorkspace, homeOf, type Place } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records } from '../support/samples.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';

/** TENANT_CALLS=10000 runs the long campaign: reads of two workspaces, interleaved, over REST and MCP. */
const given = Number(process.env.TENANT_CALLS ?? 0);
const atOnce = 24;

type Tenant = { place: Place; records: Records; secret: string; marks: string[] };
type Operation = (typeof v2Operations)[number];

/** Reads that a key may make: each operation that changes nothing, in both versions. */
const reads: readonly (readonly [base: string, operation: Operation])[] = [
  ...v1Operations.map((operation) => ['/api/v1', operation] as const),
  ...v2Operations
    .filter(({ audience }) => audience !== 'session' && audience !== 'v1')
    .map((operation) => ['/api/v2', operation] as const),
].filter(([, { method }]) => method === 'GET');

onEachDatabase('two workspaces that are read concurrently', (kind) => {
  const calls = given > 0 ? given : kind === 'sqlite' ? 500 : 200;
  it(`see nothing of each other in ${calls} interleaved calls, which contact no vendor`, {
    timeout: 120_000 + calls * 300,
  }, async () => {
    const service = await startServiceForTest(kind, {
      env: { POLL_INTERVAL_MS: '600000', ACTIVE_RUNS_PER_OWNER: '100' },
    });
    const home = await homeOf(service);
    const { secret } = await addKey(service, home, permissions);
    const { id } = await service.makeCase();
    const started = await service.ensure(secret, id, 'records-of-two-tenants');
    const finished = (await service.finish(secret, started.body.run.id)).id;
    const others = await addWorkspace(service, 'other owner');
    const tenants = [
      await settle(service, home, home, finished),
      await settle(service, home, others, finished),
    ] as const;
    // The worker requests prices once a minute, independent of callers.
    await service.running.service.worker.stop();
    const asked = service.simulator.ledger.length;
    const counts = { own: 0, refused: 0, mcp: 0, leaks: [] as string[] };

    async function call(number: number): Promise<void> {
      const draw = (what: string): number => fractionOf(`${inject('seed')} ${kind} ${number} ${what}`);
      const [mine, theirs] = draw('who') < 0.5 ? tenants : [tenants[1], tenants[0]];
      const drawn = reads[Math.floor(draw('operation') * reads.length)];
      if (drawn === undefined) throw new Error('there is nothing to read');
      const [base, operation] = drawn;
      const entry = entryOf(operation);
      const isForeign = entry.names !== null && draw('foreign') < 0.25;
      const sample = entry.sample(isForeign ? theirs.records : mine.records, `tenant-${number}`);
      const name = operation.tools[0]?.name;
      let [status, text] = [0, ''];
      if (name !== undefined && draw('door') < 0.4) {
        counts.mcp += 1;
        const given = { name, arguments: { ...sample.params, ...sample.query } };
        const era = eras[draw('era') < 0.5 ? 0 : 1];
        const { message } = await rpc(service, mine.secret, 'tools/call', given, { era });
        [status, text] = [message.result?.isError === true ? 404 : 200, JSON.stringify(message)];
      } else {
        const method = draw('head') < 0.1 ? 'HEAD' : 'GET';
        ({ status, text } = await service.ask(base + pathOf(operation, sample), { key: mine.secret, method }));
      }
      expect([operation.id, status < 500], text).toEqual([operation.id, true]);
      // A response may repeat the id from the request, and nothing else of the other workspace.
      const named = new Set(isForeign ? Object.values(theirs.records) : []);
      for (const mark of theirs.marks)
        if (!named.has(mark) && text.includes(mark)) counts.leaks.push(`${operation.id}: ${mark}`);
      if (isForeign && status < 400) counts.leaks.push(`${operation.id}: answered ${status} for a foreign id`);
      if (isForeign) counts.refused += 1;
      else if (mine.marks.some((mark) => text.includes(mark))) counts.own += 1;
    }

    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < calls) {
        next += 1;
        await call(next);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    reportFigure(
      `${kind}: ${calls} calls of ${reads.length} reads, ${counts.mcp} over MCP, ${counts.own} that showed their own ` +
        `records, ${counts.refused} for ids of the other workspace; ${counts.leaks.length} leaks, ` +
        `${service.simulator.ledger.length - asked} requests to a vendor`,
    );
    expect(counts.leaks).toEqual([]);
    expect(service.simulator.ledger.length).toBe(asked);
    // Otherwise nothing was returned, so nothing was tested.
    expect(counts.own).toBeGreaterThan(calls / 5);
    expect(counts.refused).toBeGreaterThan(calls / 20);
  });
});

/** Creates a workspace with one record of each kind, and with texts that would reveal it elsewhere. */
async function settle(service: TestService, home: Place, place: Place, finished: string): Promise<Tenant> {
  const key = await addKey(service, place, permissions);
  const records = { ...(await addRecords(service, home, place, finished)), keyId: key.id };
  return {
    place,
    records,
    secret: key.secret,
    marks: [...Object.values(records), place.workspaceId, `Which CRM suits ${place.workspaceId}?`],
  };
}
