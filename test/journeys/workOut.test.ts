import { expect } from 'vitest';
import type { OutputOf } from '../../src/contract/callTypes.ts';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { type ToolAnswer, tool } from '../support/mcp.ts';
import { type Receiver, startReceiver, verified } from '../support/receiver.ts';
import { required } from '../support/required.ts';
import { saveRound, saveRoundPanel } from '../support/savedRounds.ts';

type Item = OutputOf<'listWork'>['items'][number];
const itemsOf = ({ structuredContent }: ToolAnswer) => (structuredContent as unknown as { items: Item[] }).items;
const itemOf = ({ structuredContent }: ToolAnswer) => (structuredContent as unknown as { item: Item }).item;

const clock = createClock('2026-03-09T08:00:00.000Z');

journeyOnEachDatabase(
  'exports of work',
  {
    permissions: ['read', 'manage'],
    replace: { runtime: clock.runtime, messageTimeoutMs: 2_000 },
    env: { ALLOW_PRIVATE_TARGETS: '1' },
  },
  (it) => {
    let receiver: Receiver;
    let secret: string;
    let ids: string[];

    it('are sent to a webhook once for each change of state, signed', async ({ service, person, website }) => {
      receiver = await startReceiver();
      const made = await person.call('createAlertDestination', {
        ...{ kind: 'webhook' as const, name: 'Tracker', address: receiver.url },
      });
      secret = made.secret;
      const destinationIds = [made.destination.id];
      await person.call('createAlertRule', { name: 'Work', kind: 'work_changed', destinationIds });
      const panel = await saveRoundPanel(person, website.id, 4);
      for (const number of [1, 2, 3]) {
        const dueAt = new Date(clock.now() - (5 - number) * 86_400_000).toISOString();
        await saveRound(service, panel, { number, dueAt, lists: () => false });
      }
      ids = (await person.call('listWork', { websiteId: website.id })).items.map(({ id }) => id);
      const [id = ''] = ids;
      const events = [];
      for (const [act, more] of [
        ['claimWork', { owner: 'ada@acme.example' }],
        ['claimWork', { owner: 'ada@acme.example', note: 'Rewriting' }],
        ['finishWork', {}],
        ['reopenWork', {}],
        ['declineWork', { reason: 'Not now' }],
      ] as const) {
        await person.call(act, { id, ...more } as never);
        clock.move(1_000);
      }
      await receiver.until(4);
      for (const message of receiver.messages) events.push(verified(secret, message, clock.now()));
      // A note alone changes no state. Messages may arrive out of order.
      expect(events.map(({ type }) => type).sort()).toEqual(['work.declined', 'work.doing', 'work.done', 'work.open']);
      const doing = events.find(({ type }) => type === 'work.doing');
      expect(doing.data.figures).toMatchObject({ itemId: id, state: 'doing', owner: 'ada@acme.example' });
      const [first] = receiver.messages;
      const forged = { ...first, body: `${first?.body} ` } as never;
      expect(() => verified(secret, forged, clock.now())).toThrow(/no signature/);
      await receiver.close();
    });

    it('are CSV on the command line, naming the experiment that tests an item', async ({ service, website }) => {
      const key = await service.makeKey(['read', 'manage']);
      const env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
      const csv = await runCli(['work', '--site', website.id, '--csv'], env);
      expect(csv.stdout.split('\r\n')[0]).toBe('id,state,owner,due,rule,subject,questions,answers,title');
      expect(csv.stdout).toContain(ids[1]);
      const finished = await runCli(['work', 'finish', ids[1] ?? ''], env);
      expect(finished.stdout).toContain('sightline experiments preview');
    });

    it('are listed, claimed and finished by an agent, which can preview an experiment on an item', async ({
      service,
      website,
    }) => {
      const key = await service.makeKey(['read', 'manage']);
      const listed = await tool(service, key, 'list_work', { websiteId: website.id, detail: 'full' });
      const items = itemsOf(listed);
      const item = required(items.find((one) => one.experiment !== null));
      const claimed = await tool(service, key, 'claim_work', { id: item.id, detail: 'full' });
      expect(itemOf(claimed)).toMatchObject({ id: item.id, state: 'doing' });
      const { experiment } = itemOf(claimed);
      expect(experiment).toMatchObject({ chosenOnRuns: item.evidence.runIds });
      const brief = await tool(service, key, 'list_work', { websiteId: website.id, state: 'all' });
      const [first] = itemsOf(brief);
      expect(first).not.toHaveProperty('experiment');
      expect(first?.evidence).not.toHaveProperty('runIds');
      const finished = await tool(service, key, 'finish_work', { id: item.id, detail: 'full' });
      expect(itemOf(finished)).toMatchObject({
        state: 'done',
        experiment: { hypothesis: experiment?.hypothesis },
      });
    });
  },
);
