import { expect, inject } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { seededNumbers } from '../../src/domain/statistics/seededNumbers.ts';
import type { Calls } from '../support/calls.ts';
import { createClock } from '../support/clock.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { saveRound, saveRoundPanel } from '../support/savedRounds.ts';
import { inQuick } from '../support/suites.ts';

const days = inQuick(4, 120);
const members = Array.from({ length: 10 }, (_, at) => `member-${at}@acme.example`);
const questions = 6;
const dayMs = 86_400_000;
const clock = createClock('2026-03-02T08:00:00.000Z');

const acts = ['claimWork', 'finishWork', 'declineWork', 'reopenWork'] as const;
const { below } = seededNumbers(`work days ${inject('seed')}`);

type Change = { at: string; subject: string; from: string; to: string };

/**
 * Returns the last state of an item after changes at one instant, whose order the log does not record; null if none
 * fits.
 */
function lastState(state: string, changes: readonly Change[]): string | null {
  if (changes.length === 0) return state;
  for (const next of changes.filter(({ from }) => from === state)) {
    const last = lastState(
      next.to,
      changes.filter((change) => change !== next),
    );
    if (last !== null) return last;
  }
  return null;
}

/** Reads all audit entries about work, oldest first. */
async function readWorkLog(person: Calls): Promise<Change[]> {
  const entries = [];
  let cursor: string | null = null;
  do {
    const input: InputOf<'readAuditLog'> = { limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<typeof person.call<'readAuditLog'>>> = await person.call('readAuditLog', input);
    entries.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries.reverse().flatMap(({ at, act, subject, note }) => {
    const [, from = '', to = ''] = /^(\w+) → (\w+):/.exec(note ?? '') ?? [];
    return (acts as readonly string[]).includes(act) ? [{ at, subject, from, to }] : [];
  });
}

journeyOnEachDatabase(
  'ten members who share a work list',
  { permissions: ['read', 'manage'], replace: { runtime: clock.runtime }, env: { REQUESTS_PER_MINUTE: '1000000' } },
  (it) => {
    it(`find no item twice and no closed item reopened in ${days} days, and every change in the log`, async ({
      service,
      person,
      website,
    }) => {
      const panel = await saveRoundPanel(person, website.id, questions);
      const list = async () => (await person.call('listWork', { websiteId: website.id, state: 'all' } as never)).items;
      let changes = 0;
      for (let day = 1; day <= days; day += 1) {
        const dueAt = new Date(clock.now()).toISOString();
        const luck = below(100);
        await saveRound(service, panel, { number: day, dueAt, lists: () => below(100) < luck });
        clock.move(dayMs / 2);
        const before = await list();
        await Promise.all(
          members.map(async (owner) => {
            const item = before[below(before.length)];
            const act = acts[below(acts.length)] ?? 'claimWork';
            if (item === undefined) return;
            const details = act === 'claimWork' ? { owner } : act === 'declineWork' ? { reason: 'Not now' } : {};
            const ended = await person.call(act, { id: item.id, ...details } as never).catch((refusal) => refusal);
            if (ended instanceof Error) expect(ended).toMatchObject({ code: 'invalid_request' });
            else changes += 1;
          }),
        );
        clock.move(dayMs / 2);
        const items = await list();
        const keys = items.map(({ evidence }) => `${evidence.rule} ${evidence.subject}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      }
      const log = await readWorkLog(person);
      expect(log).toHaveLength(changes);
      const states = new Map<string, string>();
      for (const changes of Map.groupBy(log, ({ at, subject }) => `${at} ${subject}`).values()) {
        const subject = changes[0]?.subject ?? '';
        const state = lastState(states.get(subject) ?? 'open', changes);
        expect(state, JSON.stringify(changes)).not.toBe(null);
        states.set(subject, state ?? '');
      }
      for (const { id, state } of await list()) {
        const logged = states.get(id) ?? 'open';
        // Open and started items disappear once no evidence shows them; closed ones stay closed.
        if (logged === 'declined' || logged === 'done') expect(state).toBe(logged);
        else expect([logged, 'gone']).toContain(state);
      }
    });
  },
);
