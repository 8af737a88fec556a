import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { v1Operations, v2Operations } from '../../src/api/registry.ts';
import { permissions } from '../../src/domain/access/permissions.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type Draw, evaluatedProduct, hostileRequest } from '../support/hostileInput.ts';
import { eras, rpc } from '../support/mcp.ts';
import { keepCreates } from '../support/purchaseEvidence.ts';
import { addKey, addWorkspace, homeOf } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records } from '../support/samples.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** INPUT_CALLS=10000 makes a long campaign of it: requests at every operation, drawn from its schema and from what hurts elsewhere. */
const given = Number(process.env.INPUT_CALLS ?? 0);
/** How many calls go by before the records that they name are new ones: many of them are archived or ended. */
const callsOfRecords = 40;

type Described = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
const read = (name: string): Described =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
const described: Readonly<Record<string, Described>> = {
  '/api/v1': read('openapi.json'),
  '/api/v2': read('openapi-v2.json'),
};
const operations: readonly (readonly [base: string, operation: Operation])[] = [
  ...v1Operations.map((operation) => ['/api/v1', operation] as const),
  ...v2Operations.map((operation) => ['/api/v2', operation] as const),
];

/** What a reply shows only where a statement, a template or a path was run, or where the server fell over it. */
const signs = [evaluatedProduct, 'root:x:0:0', 'SQLITE_', 'syntax error', 'pg_catalog', 'node_modules', 'injected=1'];

onEachDatabase('whatever is sent to any operation', (kind) => {
  const calls = given > 0 ? given : kind === 'sqlite' ? 600 : 200;
  it(`is answered as its description says, in ${calls} drawn requests, and runs nowhere as a command`, {
    timeout: 120_000 + calls * 300,
  }, async () => {
    const service = await startTestService(kind, {
      env: { REQUESTS_PER_MINUTE: '1000000', ACTIVE_RUNS_PER_OWNER: '100000', RUNS_PER_DAY_PER_OWNER: '100000' },
    });
    try {
      const home = await homeOf(service);
      const { secret, id: keyId } = await addKey(service, home, permissions);
      const { id } = await service.makeCase();
      const started = await service.ensure(secret, id, 'records-of-any-input');
      const finished = (await service.finish(secret, started.body.run.id)).id;
      const others = await addWorkspace(service, 'other owner');
      const theirs = { ...(await addRecords(service, home, others, finished)), keyId: 'key_unknown' };
      const marks = [...Object.values(theirs), others.workspaceId, `Which CRM suits ${others.workspaceId}?`];
      await service.running.service.worker.stop();
      const before = await rowsOf(service, others.workspaceId);
      const creates = keepCreates(service.simulator);
      const counts = { accepted: 0, refused: 0, mcp: 0, operations: new Set<string>() };

      let mine: Records | null = null;
      for (let number = 0; number < calls; number += 1) {
        if (mine === null || number % callsOfRecords === 0)
          mine = { ...(await addRecords(service, home, home, finished)), keyId };
        creates.note();
        const draw: Draw = (what) => fractionOf(`${inject('seed')} ${kind} ${number} ${what}`);
        // Every second call at what programs use most.
        const drawable = draw('which') < 0.5 ? operations : operations.filter(([, { tools }]) => tools.length > 0);
        const [base, operation] = drawable[Math.floor(draw('operation') * drawable.length)] ?? [];
        if (base === undefined || operation === undefined) throw new Error('there is no operation');
        counts.operations.add(operation.id);
        const isForeign = draw('foreign') < 0.2;
        const sample = entryOf(operation).sample(isForeign ? theirs : mine, `any-${number}`);
        const drawn = hostileRequest(operation, sample, draw);
        const told = [`SEED=${inject('seed')}`, kind, number, operation.id, JSON.stringify(drawn).slice(0, 600)];
        const [tool] = operation.tools;
        let text: string;
        if (tool !== undefined && draw('door') < 0.4 && typeof drawn.body !== 'string') {
          counts.mcp += 1;
          const asked = { ...drawn.params, ...drawn.query, ...(drawn.body as object | undefined) };
          const era = eras[draw('era') < 0.5 ? 0 : 1];
          const { status, message } = await rpc(
            service,
            secret,
            'tools/call',
            { name: tool.name, arguments: asked },
            { era },
          );
          text = JSON.stringify(message);
          expect([...told, status < 500, /internal_error/.test(text)], text).toEqual([...told, true, false]);
          counts[message.result?.isError === false || message.result?.isError === undefined ? 'accepted' : 'refused'] +=
            1;
        } else {
          const encoded = Object.entries(drawn.params ?? {}).map(([name, value]): [string, string] => [
            name,
            // A segment without a letter of its own is no segment of this path.
            encodeURIComponent(value.toWellFormed() || 'empty'),
          ]);
          const path = base + pathOf(operation, { ...drawn, params: Object.fromEntries(encoded) });
          const answered = await service.ask(path, {
            method: operation.method,
            ...(operation.audience === 'session' ? { cookie: service.cookie } : { key: secret }),
            ...(operation.hasBody ? { body: drawn.body } : {}),
            ...(drawn.headers === undefined ? {} : { headers: drawn.headers }),
          });
          const { status } = answered;
          text = `${JSON.stringify([...answered.headers])} ${answered.text}`;
          const { responses } = described[base]?.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
          expect([...told, status], text).toEqual([
            ...told,
            expect.toBeOneOf(Object.keys(responses ?? {}).map(Number)),
          ]);
          // An engine that nobody knows is refused with 503, by its code.
          const isWell = status < 500 || answered.body.error.code === 'engine_unavailable';
          expect([...told, isWell], text).toEqual([...told, true]);
          counts[status < 400 ? 'accepted' : 'refused'] += 1;
        }
        expect([...told, signs.filter((sign) => text.includes(sign))], text).toEqual([...told, []]);
        const sent = JSON.stringify(drawn);
        const shown = marks.filter((mark) => text.includes(mark) && !sent.includes(mark));
        expect([...told, shown], text).toEqual([...told, []]);
      }

      const bought = creates.byRun(new Map());
      reportFigure(
        `${kind}: ${calls} drawn requests at ${counts.operations.size} operations, ${counts.mcp} of them over MCP; ` +
          `${counts.accepted} accepted and ${counts.refused} refused as described, 0 failures inside, 0 undescribed, 0 commands run; ` +
          `${bought.size} purchases, none sent twice`,
      );
      expect([...bought].filter(([, { sent }]) => sent > 1)).toEqual([]);
      expect(await rowsOf(service, others.workspaceId)).toEqual(before);
      // Otherwise requests were refused for something else than what was drawn.
      expect(counts.accepted).toBeGreaterThan(calls / 20);
      expect(counts.refused).toBeGreaterThan(calls / 4);
    } finally {
      await service.close();
    }
  });
});

const tables = ['runs', 'keyword_cases', 'websites', 'seo_reports', 'plans'] as const;

/** All that another workspace owns: no request of this one may change any of it. */
async function rowsOf(service: TestService, workspaceId: string): Promise<Record<string, unknown[]>> {
  const { db } = service.running.service.door;
  const rows: Record<string, unknown[]> = {};
  for (const table of tables)
    rows[table] = await db
      .selectFrom(table)
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
  return rows;
}
