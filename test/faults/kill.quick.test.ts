import { expect, inject, it } from 'vitest';
import { fractionOf } from '../../src/simulator/seededChoice.ts';
import type { DatabaseKind } from '../../src/store/database/open.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { endLeases } from '../support/endLeases.ts';
import { followAll } from '../support/killedRuns.ts';
import { findingsOf, isUnconfirmed } from '../support/purchaseChecker.ts';
import {
  createClientHistory,
  keepCreates,
  listUnconfirmed,
  readPurchaseEvidence,
} from '../support/purchaseEvidence.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { inQuick } from '../support/suites.ts';

/** KILL_TRIALS=300 runs the long campaign; a trial is one kill under load and one restart. SEED draws the moments. */
const given = Number(process.env.KILL_TRIALS ?? 0);
const trialsOf = (engine: DatabaseKind): number => (given > 0 ? given : inQuick(1, engine === 'sqlite' ? 4 : 2));
const clients = 8;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

alwaysOnEachDatabase('a server killed at random moments', (engine) => {
  const trials = trialsOf(engine);
  it(`buys nothing twice and loses no receipt in ${trials} kills`, { timeout: 180_000 + trials * 40_000 }, async () => {
    const env = {
      SUBMIT_TIMEOUT_MS: '1500',
      ACTIVE_RUNS_PER_OWNER: '100000',
      RUNS_PER_DAY_PER_OWNER: '100000',
    };
    const server = await startServerProcess(engine, { env });
    const { base, database, simulator, key } = server;
    const creates = keepCreates(simulator);
    const history = createClientHistory();
    const figures = { kills: 0, answered: 0, cut: 0 };
    for (let trial = 0; trial < trials; trial += 1) {
      const draw = (what: string): number => fractionOf(`${inject('seed')} ${engine} ${trial} ${what}`);
      const cases: string[] = [];
      for (let index = 0; index < clients; index += 1) {
        const query = `Trial ${trial}, question ${index}?`;
        cases.push(await server.makeCase(query));
        // As slow as a vendor, so that a kill interrupts creates in progress.
        const reply = { kind: 'stalled', afterMs: Math.ceil(draw(`vendor ${index}`) * 400) } as const;
        simulator.script({ at: 'create', when: query, reply });
      }
      const work = cases.map(async (caseId, index) => {
        await pause(draw(`client ${index}`) * 60);
        const idempotencyKey = `kill-${trial}-${index}`;
        const answered = await history.send(idempotencyKey, () => server.ensure(caseId, idempotencyKey));
        figures[answered === null ? 'cut' : 'answered'] += 1;
      });
      await pause(draw('kill') * 600);
      const killed = server.kill();
      figures.kills += 1;
      if (figures.kills % 25 === 0) console.log(`${engine}: ${figures.kills} kills`);
      await Promise.all([...work, killed]);
      await endLeases(database);
      await server.start();
      for (const [index, caseId] of cases.entries()) {
        for (let times = 0; times < 2; times += 1) {
          const idempotencyKey = `kill-${trial}-${index}`;
          const answered = await history.send(idempotencyKey, () => server.ensure(caseId, idempotencyKey));
          expect(answered?.status, answered?.text).toBeLessThan(500);
        }
      }
      creates.note();
    }

    const runs = [...new Set(history.replies.flatMap(({ runId }) => runId ?? []))];
    await followAll(base, key, runs, creates.madeRuns());
    const listed = await listUnconfirmed(base, key);
    await server.kill();
    const evidence = await readPurchaseEvidence({ database, creates, history, listed });
    const findings = findingsOf(evidence);
    const count = (status: string): number => evidence.runs.filter((run) => run.status === status).length;
    reportFigure(
      `${engine}: ${figures.kills} kills, ${clients} clients; ${figures.answered} answered before, ${figures.cut} cut; ` +
        `${evidence.runs.length} runs, ${[...evidence.creates.values()].filter(({ made: pieces }) => pieces > 0).length} bought, ` +
        `${count('completed')} completed, ${count('failed')} failed, ` +
        `${evidence.runs.filter(isUnconfirmed).length} unconfirmed and listed with their ids; ` +
        `${findings.length} findings of the checker`,
    );
    expect(findings).toEqual([]);
    expect(evidence.runs.length).toBe(trials * clients);
  });
});
