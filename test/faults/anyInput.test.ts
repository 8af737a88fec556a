import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { v1Operations, v2Operations } from '../../src/api/registry.ts';
import { permissions } from '../../src/domain/access/permissions.ts';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { onEachDatabase } from '../support/databases.ts';
import { createDrawnPurchases } from '../support/drawnPurchases.ts';
import { type Draw, evaluatedProduct, hostileRequest } from '../support/hostileInput.ts';
import { eras, rpc } from '../support/mcp.ts';
import { keepCreates } from '../support/purchaseEvidence.ts';
import { addCase, addKey, addWorkspace, homeOf } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records, type Sample } from '../support/samples.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';

/**
 * INPUT_CALLS=10000 runs the long campaign: requests at every operation, drawn from its schema and from known hostile
 * values.
 */
const given = Number(process.env.INPUT_CALLS ?? 0);
/** Share of calls that would buy and are mostly valid: other drawn requests almost never buy. */
const shareOfPurchases = 0.15;
/** Number of calls before new records are created, because calls archive or end many of them. */
const callsOfRecords = 40;

type Described = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
const read = (name: string): Described =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
const described = { '/api/v1': read('openapi.json'), '/api/v2': read('openapi-v2.json') };
const operations: readonly Operation[] = [...v1Operations, ...v2Operations];
const buying = operations.filter(({ id }) => id === 'ensureObservation' || id === 'requestSeoOverview');

/** A header that a line break in a text started; the text itself may come back in a body. */
const injectedHeader = JSON.stringify(['set-cookie', 'injected=1']);
/** Texts that appear in a reply only if a statement, template or path was executed, or if the server failed on it. */
const signs = [evaluatedProduct, 'root:x:0:0', 'SQLITE_', 'syntax error', 'pg_catalog', 'node_modules', injectedHeader];

onEachDatabase('any input at any operation', (kind) => {
  const calls = given > 0 ? given : kind === 'sqlite' ? 600 : 200;
  it(`is answered as described, in ${calls} drawn requests, and never executed`, {
    timeout: 120_000 + calls * 300,
  }, async () => {
    const service = await startServiceForTest(kind, {
      env: {
        REQUESTS_PER_MINUTE: '1000000',
        ACTIVE_RUNS_PER_OWNER: '100000',
        RUNS_PER_DAY_PER_OWNER: '100000',
        SEO_LOOKUPS_PER_HOUR: '100000',
        // Without a price, nothing is bought once one of the requests has set a budget.
        MAX_USD_PER_ANSWER: '0.05',
      },
    });
    const home = await homeOf(service);
    const { secret } = await addKey(service, home, permissions);
    const { id } = await service.makeCase();
    const started = await service.ensure(secret, id, 'records-of-any-input');
    const finished = (await service.finish(secret, started.body.run.id)).id;
    const others = await addWorkspace(service, 'other owner');
    const theirs = { ...(await addRecords(service, home, others, finished)), keyId: 'key_unknown' };
    const marks = [...Object.values(theirs), others.workspaceId, `Which CRM suits ${others.workspaceId}?`];
    await service.running.service.worker.stop();
    const before = await rowsOf(service, others.workspaceId);
    const creates = keepCreates(service.simulator);
    const purchases = createDrawnPurchases(service, home, buying);
    const counts = { accepted: 0, refused: 0, mcp: 0, operations: new Set<string>() };

    let mine: Records | null = null;
    /** Runs that no request started: copies among these records. */
    const copies = new Set([finished, theirs.runId]);
    for (let number = 0; number < calls; number += 1) {
      if (mine === null || number % callsOfRecords === 0) {
        // A separate key, because one of the requests revokes it, and all later ones would be refused.
        const { id: keyId } = await addKey(service, home, permissions);
        // A separate question too, because the checker finds the active run of a question by its text.
        const caseId = await addCase(service, home, `Which of them suits batch ${number}?`);
        mine = { ...(await addRecords(service, home, home, finished)), keyId, caseId };
        copies.add(mine.runId);
        // A budget set by one of the requests would refuse all other purchases.
        await service.call('changeBudget', { kind: 'workspace', limitUsd: null });
      }
      creates.note();
      const draw: Draw = (what) => fractionOf(`${inject('seed')} ${kind} ${number} ${what}`);
      const drawn =
        draw('buys') < shareOfPurchases
          ? await purchases.next(number, draw, mine)
          : drawnRequest(draw, draw('foreign') < 0.2 ? theirs : mine, number);
      const { operation, sample } = drawn;
      counts.operations.add(operation.id);
      const told = [`SEED=${inject('seed')}`, kind, number, operation.id, JSON.stringify(sample).slice(0, 600)];
      purchases.asks(operation, sample);
      const isMcp = operation.tools.length > 0 && draw('door') < 0.4 && typeof sample.body !== 'string';
      const answered = isMcp
        ? await askOverMcp(service, secret, operation, sample, draw, told)
        : await askOverRest(service, secret, operation, sample, told);
      const { accepted, text, subject } = answered;
      counts[accepted ? 'accepted' : 'refused'] += 1;
      if (isMcp) counts.mcp += 1;
      expect([...told, answered.code]).not.toEqual([...told, 'unauthorized']);
      purchases.hears(drawn, answered, told);
      // Purchases are then also read, polled and cancelled.
      if (operation.id === 'ensureObservation' && subject !== undefined && draw('follow') < 0.5) mine.runId = subject;
      expect([...told, signs.filter((sign) => text.includes(sign))], text).toEqual([...told, []]);
      const sent = JSON.stringify(sample);
      const shown = marks.filter((mark) => text.includes(mark) && !sent.includes(mark));
      expect([...told, shown], text).toEqual([...told, []]);
    }

    expect(await rowsOf(service, others.workspaceId)).toEqual(before);
    const bought = await purchases.judge(creates, secret, copies);
    reportFigure(
      `${kind}: ${calls} drawn requests at ${counts.operations.size} operations, ${counts.mcp} of them over MCP; ` +
        `${counts.accepted} accepted and ${counts.refused} refused as described, 0 failures inside, 0 undescribed, 0 commands run; ${bought}`,
    );
    // Otherwise requests were refused for reasons other than the drawn ones.
    expect(counts.accepted).toBeGreaterThan(calls / 20);
    expect(counts.refused).toBeGreaterThan(calls / 4);
    expect(purchases.counts['a purchase']).toBeGreaterThan(calls / 100);
    expect(purchases.counts['the same again']).toBeGreaterThan(calls / 200);
  });
});

type Answered = { accepted: boolean; code: string | undefined; subject: string | undefined; text: string };

/** Draws any operation, every second time a common one, and a request that is invalid somewhere. */
function drawnRequest(draw: Draw, records: Records, number: number) {
  const drawable = draw('which') < 0.5 ? operations : operations.filter(({ tools }) => tools.length > 0);
  const operation = drawable[Math.floor(draw('operation') * drawable.length)];
  if (operation === undefined) throw new Error('there is no operation');
  const sample = hostileRequest(operation, entryOf(operation).sample(records, `any-${number}`), draw);
  return { operation, sample, meant: 'wrong somewhere' as const };
}

async function askOverMcp(
  service: TestService,
  secret: string,
  operation: Operation,
  { params, query, headers, body }: Sample,
  draw: Draw,
  told: readonly unknown[],
): Promise<Answered> {
  const given = { ...params, ...query, ...(body as Record<string, unknown> | undefined) };
  // Chooses the tool for this body; the members that it fixes are not its arguments.
  const fits = operation.tools.find(({ fixed = {} }) =>
    Object.keys(fixed).every((name) => given[name] === fixed[name]),
  );
  const tool = fits ?? operation.tools[0];
  for (const name of Object.keys(fits?.fixed ?? {})) delete given[name];
  const key = headers?.['idempotency-key'];
  const asked = { ...given, ...(key === undefined ? {} : { idempotencyKey: key }) };
  const era = eras[draw('era') < 0.5 ? 0 : 1];
  const { status, message } = await rpc(service, secret, 'tools/call', { name: tool?.name, arguments: asked }, { era });
  const text = JSON.stringify(message);
  expect([...told, status < 500, /internal_error/.test(text)], text).toEqual([...told, true, false]);
  const answered = message.result?.structuredContent;
  const accepted = message.result !== undefined && message.result.isError !== true;
  return { accepted, code: answered?.error?.code, subject: answered?.run?.id ?? answered?.report?.reportId, text };
}

async function askOverRest(
  service: TestService,
  secret: string,
  operation: Operation,
  sample: Sample,
  told: readonly unknown[],
): Promise<Answered> {
  const base = v1Operations.includes(operation) ? '/api/v1' : '/api/v2';
  const encoded = Object.entries(sample.params ?? {}).map(([name, value]): [string, string] => [
    name,
    // A segment cannot be empty.
    encodeURIComponent(value.toWellFormed() || 'empty'),
  ]);
  const { status, headers, body, text } = await service.ask(
    base + pathOf(operation, { ...sample, params: Object.fromEntries(encoded) }),
    {
      method: operation.method,
      ...(operation.audience === 'session' ? { cookie: service.cookie } : { key: secret }),
      ...(operation.hasBody ? { body: sample.body } : {}),
      ...(sample.headers === undefined ? {} : { headers: sample.headers }),
    },
  );
  const whole = `${JSON.stringify([...headers])} ${text}`;
  const { responses } = described[base].paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
  expect([...told, status], whole).toEqual([...told, expect.toBeOneOf(Object.keys(responses ?? {}).map(Number))]);
  // An unknown engine gets 503 with this code.
  const isWell = status < 500 || body.error.code === 'engine_unavailable';
  expect([...told, isWell], whole).toEqual([...told, true]);
  return {
    accepted: status < 400,
    code: body?.error?.code,
    subject: body?.run?.id ?? body?.report?.reportId,
    text: whole,
  };
}

const tables = ['runs', 'keyword_cases', 'websites', 'seo_reports', 'plans'] as const;

/** Reads all rows of another workspace: no request may change any of them. */
async function rowsOf(service: TestService, workspaceId: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables)
    rows[table] = await service.db
      .selectFrom(table)
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
  return rows;
}
