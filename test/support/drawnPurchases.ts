import { expect } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { seoCallNames } from '../../src/domain/seo/seoReport.ts';
import { type Draw, hostileRequest } from './hostileInput.ts';
import { findingsOf } from './purchaseChecker.ts';
import { createClientHistory, type keepCreates, listUnconfirmed, readPurchaseEvidence } from './purchaseEvidence.ts';
import { addCase, type Place } from './records.ts';
import type { Records, Sample } from './samples.ts';
import type { TestService } from './service.ts';

/** Expected outcome of a drawn purchase; an invalid one may have any outcome that its description allows. */
type Meant = 'a purchase' | 'the same again' | 'another under a used key' | 'wrong somewhere';
type Drawn = { operation: Operation; sample: Sample; meant: Meant };
type Heard = { accepted: boolean; code: string | undefined; subject: string | undefined };
type Told = { operation: string; key: string; body: object; subject: string };

const keyHeader = 'idempotency-key';

/**
 * Draws requests that buy: most of them valid, many under a used key, with the same request or another. Each is
 * compared with earlier replies to its key, and all of them, at the end, with the vendors' ledger and the database.
 */
export function createDrawnPurchases(service: TestService, place: Place, operations: readonly Operation[]) {
  const history = createClientHistory();
  const told: Told[] = [];
  const counts: Record<Meant, number> = {
    'a purchase': 0,
    'the same again': 0,
    'another under a used key': 0,
    'wrong somewhere': 0,
  };

  /** Draws a body; a new one if it must differ from earlier purchases. */
  async function bodyOf(operation: Operation, number: number, draw: Draw, known: Records | null): Promise<object> {
    if (operation.id === 'requestSeoOverview') {
      const isKnown = known !== null && draw('domain') < 0.2;
      return { domain: isKnown ? 'acme-crm.com' : `shop-${number}.example`, confirmSpend: true };
    }
    const isKnown = known !== null && draw('case') < 0.3;
    const caseId = isKnown ? known.caseId : await addCase(service, place, `Which of them suits shop ${number}?`);
    const maxAgeSeconds = [60, 3_600, 86_400][Math.floor(draw('age') * 3)];
    return { kind: 'keyword', caseId, ...(draw('aged') < 0.3 ? { maxAgeSeconds } : {}) };
  }

  return {
    counts,
    /** Draws one request that buys, or would. */
    async next(number: number, draw: Draw, mine: Records): Promise<Drawn> {
      const operation = operations[Math.floor(draw('buys at') * operations.length)] as Operation;
      const earlier = told.filter((one) => one.operation === operation.id);
      const used = draw('key') < 0.4 ? earlier[Math.floor(draw('earlier') * earlier.length)] : undefined;
      const isSame = used !== undefined && draw('same') < 0.7;
      const isOther = used !== undefined && !isSame;
      const body = isSame ? spelledAnew(used.body, draw) : await bodyOf(operation, number, draw, isOther ? null : mine);
      const sample = { headers: { [keyHeader]: used?.key ?? `purchase-${number}` }, body };
      if (draw('wrong') < 0.2)
        return { operation, sample: hostileRequest(operation, sample, draw), meant: 'wrong somewhere' };
      return {
        operation,
        sample,
        meant: isSame ? 'the same again' : isOther ? 'another under a used key' : 'a purchase',
      };
    },
    /** Records a request that may buy, before it is sent. */
    asks(operation: Operation, { headers }: Sample): void {
      if (operation.id === 'ensureObservation' && headers?.[keyHeader] !== undefined)
        history.asked.add(headers[keyHeader]);
    },
    /** Records the reply to it, through REST or MCP. */
    hears({ operation, sample, meant }: Drawn, { accepted, code, subject }: Heard, says: readonly unknown[]): void {
      const key = sample.headers?.[keyHeader];
      if (key === undefined || !operations.includes(operation)) return;
      if (meant === 'the same again')
        expect([...says, meant, accepted, code]).toEqual([...says, meant, true, undefined]);
      if (meant === 'another under a used key')
        expect([...says, meant, code]).toEqual([...says, meant, 'idempotency_conflict']);
      if (accepted && subject === undefined) expect([...says, 'names nothing']).toEqual(says);
      const first = told.find((one) => one.operation === operation.id && one.key === key);
      if (accepted && subject !== undefined) {
        expect([...says, 'tells', subject]).toEqual([...says, 'tells', first?.subject ?? subject]);
        if (first === undefined) told.push({ operation: operation.id, key, body: sample.body as object, subject });
      }
      if (operation.id === 'ensureObservation')
        history.replies.push({ key, runId: accepted ? (subject ?? null) : null, status: accepted ? 200 : 400 });
      // A purchase may be refused: its question may be archived by then, or its slot may be taken.
      if (meant !== 'a purchase' || accepted) counts[meant] += 1;
    },
    /** Stops the service and judges the result, except for runs that no request started. Reports the purchases. */
    async judge(creates: ReturnType<typeof keepCreates>, secret: string, given: ReadonlySet<string>): Promise<string> {
      const listed = await listUnconfirmed(service.url, secret);
      await service.stop();
      const all = await readPurchaseEvidence({ database: service.database, creates, history, listed });
      const evidence = {
        ...all,
        runs: all.runs.filter(({ id }) => !given.has(id)),
        creates: new Map([...all.creates].filter(([id]) => !given.has(id))),
      };
      expect(findingsOf(evidence)).toEqual([]);
      const calls = service.simulator.ledger
        .filter(({ operation }) => operation === 'seo_call')
        .map(({ body }) => String((body as { tag?: string }[])[0]?.tag));
      const reports = told.filter(({ operation }) => operation === 'requestSeoOverview').map(({ subject }) => subject);
      const expected = [...new Set(reports)].flatMap((id) => seoCallNames.slice(0, 2).map((name) => `${id}:${name}`));
      expect(calls.sort()).toEqual(expected.sort());
      const bought = [...evidence.creates.values()].filter(({ made }) => made > 0).length;
      return (
        `${bought} answers and ${calls.length / 2} lookups bought, none twice; ` +
        `${counts['the same again']} repeated requests told the same, ` +
        `${counts['another under a used key']} others under a used key refused`
      );
    },
  };
}

/** Returns the same request with its members in another order, and a default added or left out. */
function spelledAnew(body: object, draw: Draw): object {
  const { useSeoTools: _default, ...rest } = body as Record<string, unknown>;
  const members = Object.entries({
    ...rest,
    ...('caseId' in rest && draw('spelt') < 0.5 ? { useSeoTools: false } : {}),
  });
  return Object.fromEntries(draw('order') < 0.5 ? members.reverse() : members);
}
