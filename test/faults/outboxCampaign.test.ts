import { expect, it } from 'vitest';
import { deliverMessage, reserveDueMessages } from '../../src/services/alerts/deliverMessages.ts';
import { recordAlert } from '../../src/services/alerts/recordAlerts.ts';
import { findAlertRule } from '../../src/store/alerts/rules.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { startReceiver, verified } from '../support/receiver.ts';
import { homeOf } from '../support/records.ts';
import { startTestService } from '../support/service.ts';

/**
 * Messages through a receiver that fails three in ten, hangs, breaks connections and redirects to internal addresses, delivered by
 * several workers, one of which is stopped during its attempts. OUTBOX_MESSAGES=10000 runs the whole campaign.
 */
/** Long enough that only a receiver that hangs reaches it, also on a busy machine. */
const hangLimitMs = 4000;
const given = Number(process.env.OUTBOX_MESSAGES ?? 300);

onEachDatabase('an outbox', (engine) => {
  // The short form is shorter if each step is a round trip.
  const count = engine === 'sqlite' || process.env.OUTBOX_MESSAGES !== undefined ? given : Math.ceil(given / 3);
  it(`delivers each of ${count} messages under one id, and none to internal addresses`, {
    timeout: 1_800_000,
  }, async () => {
    const clock = createClock();
    const lines: string[] = [];
    const levels = ['error', 'warn', 'info', 'debug', 'trace', 'fatal'];
    const log = Object.fromEntries(
      levels.map((level) => [level, (...said: unknown[]) => lines.push(JSON.stringify(said))]),
    ) as never;
    const service = await startTestService(engine, {
      env: { ALLOW_PRIVATE_TARGETS: '1' },
      replace: { runtime: clock.runtime, messageTimeoutMs: hangLimitMs, messageLeaseMs: 60_000, log },
    });
    const [receiver, inside] = [await startReceiver(), await startReceiver()];
    try {
      const { api } = service.running.service;
      const { workspaceId } = await homeOf(service);
      const { destination, secret } = await service.call('createAlertDestination', {
        kind: 'webhook',
        name: 'w',
        address: receiver.url,
      });
      const made = await service.call('createAlertRule', {
        kind: 'round_missed',
        name: 'r',
        destinationIds: [destination.id],
      });
      const rule = await findAlertRule(api.db, workspaceId, made.rule.id);
      if (rule === null) throw new Error('the rule is gone');

      const delivered = new Map<string, number>();
      let arrivals = 0;
      receiver.behave((message, response) => {
        arrivals += 1;
        const id = String(message.headers['webhook-id']);
        const chance = arrivals % 100;
        if (chance < 30) return 500;
        if (chance === 40) return null; // Hangs.
        if (chance === 50) {
          response.destroy();
          return null;
        }
        if (chance === 60) {
          response.writeHead(307, { location: inside.url });
          response.end();
          return null;
        }
        const event = verified(secret, message, 1000 * Number(message.headers['webhook-timestamp']));
        delivered.set(id, Number(event.data.figures.number));
        return 204;
      });

      const tell = (number: number) => ({
        kind: 'round_missed' as const,
        subject: `round:${number}`,
        websiteId: null,
        title: `Round ${number}`,
        lines: ['It was missed.'],
        figures: { number },
        runIds: [],
        path: '/plans',
        simulated: false,
      });
      for (let from = 0; from < count; from += 100) {
        await inTransaction(api.db, async (tx) => {
          for (let number = from; number < Math.min(count, from + 100); number += 1) {
            expect(await recordAlert(tx, api, rule, tell(number))).toBe(true);
            // Repeated, as by a second worker: no new alert.
            expect(await recordAlert(tx, api, rule, tell(number))).toBe(false);
          }
        });
      }

      // A worker that claims messages and disappears: their lease ends, and another claims them.
      const abandoned = await reserveDueMessages(api, 20);
      const state = (wanted: string) =>
        api.db
          .selectFrom('outbox_messages')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('state', '=', wanted)
          .executeTakeFirstOrThrow()
          .then((row) => Number(row.count));
      const other = { ...api };
      for (let rounds = 0; rounds < 500 && (await state('waiting')) > 0; rounds += 1) {
        // Two more workers claim due messages concurrently with the service's worker.
        const batches = await Promise.all([reserveDueMessages(api, 16), reserveDueMessages(other, 16)]);
        const ids = batches.flat().map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        await Promise.all(batches.flat().map((message) => deliverMessage(api, message)));
        if (ids.length === 0) clock.move(6 * 60_000);
        if (ids.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect([await state('delivered'), await state('waiting'), await state('failed')]).toEqual([count, 0, 0]);
      // Each arrived at least once under its one id, including the abandoned ones.
      expect([...delivered.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
      for (const { id } of abandoned) expect(delivered.has(id)).toBe(true);
      expect(inside.messages).toEqual([]);
      const tries = await api.db.selectFrom('outbox_tries').selectAll().execute();
      expect(tries.length).toBeGreaterThan(count);
      const kept = JSON.stringify([tries, lines]);
      for (const hidden of [secret, 'address-canary-31c9', receiver.url]) expect(kept).not.toContain(hidden);
      reportFigure(
        `${engine}: ${count} messages, ${tries.length} tries, ${arrivals} arrivals, ${inside.messages.length} inside`,
      );
    } finally {
      await service.close();
      await receiver.close();
      await inside.close();
    }
  });
});
