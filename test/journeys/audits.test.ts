import { expect } from 'vitest';
import { goldRow, isGold } from '../../bench/goldReading.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { saveAnswer } from '../support/savedAnswers.ts';

const us = 'Acme CRM acme-crm.example';
const rival = 'Rivalo rivalo.example';
/** Shares a distinctive word with the website's name, so its owner is unclear. */
const perhapsUs = 'Acme Pro';

const lists = [[us], [rival, us], [rival], [perhapsUs], [perhapsUs, rival], [rival]];

journeyOnEachDatabase('decisions about answers', { permissions: ['manage'] }, (it) => {
  let runs: string[];

  it.beforeAll(async ({ service, website }) => {
    runs = [];
    for (const [at, names] of lists.entries()) {
      const { id: caseId } = await service.makeCase({ websiteId: website.id });
      const createdAt = `2026-03-0${at + 1}T10:00:00.000Z`;
      runs.push(await saveAnswer(service, { websiteId: website.id, caseId, createdAt, names }));
    }
  });

  const scoreOf = async ({ program, website }: { program: Calls; website: { id: string } }) =>
    (await program.call('engineOverview', { websiteId: website.id, scope: 'all' })).visibilityScore;

  it('are requested for undecided answers, by cause and with the effect of deciding', async ({ program, website }) => {
    const queue = await program.call('undecidedAnswers', { websiteId: website.id });
    expect(queue).toMatchObject({ answers: 6, undecided: 2, notSorted: 0 });
    expect(queue.groups).toMatchObject([{ cause: 'possible_name', name: perhapsUs }]);
    expect(queue.groups[0]?.answers.map(({ runId }) => runId).sort()).toEqual([runs[3], runs[4]].sort());
    expect(queue.groups[0]?.answers[0]?.sentence).toContain(perhapsUs);
    // Two of four are listed; with the other two, it would be two or four of six.
    expect(queue.topTen).toMatchObject({ causes: 1, answers: 2, undecidedAfter: 0 });
    expect(queue.topTen.scoreBounds?.lower).toBeCloseTo(33.3333);
    expect(queue.topTen.scoreBounds?.upper).toBeCloseTo(66.6667);
  });

  it('apply to many answers at once, in every report, until they are undone', async ({ program, website }) => {
    const before = await scoreOf({ program, website });
    expect(before).toMatchObject({ numerator: 2, denominator: 4, excludedUnknown: 2 });
    const { words } = await program.call('decideAnswers', {
      ...{ id: website.id, runIds: [String(runs[3]), String(runs[4])], recommended: true },
    });
    expect(words).toMatchObject([
      { recommended: true, position: null, auditId: null, saidBy: expect.stringContaining('@') },
      { recommended: true },
    ]);
    expect(await scoreOf({ program, website })).toMatchObject({ numerator: 4, denominator: 6, excludedUnknown: 0 });
    expect((await program.call('undecidedAnswers', { websiteId: website.id })).groups).toEqual([]);
    const history = await program.call('visibilityHistory', { websiteId: website.id });
    expect(JSON.stringify(history)).toContain('"listed":4');
    const ids = words.map(({ id }) => id);
    await program.call('undoWords', { id: website.id, ids });
    expect(await scoreOf({ program, website })).toEqual(before);
    await program.refuse('undoWords', { id: website.id, ids }, 'not_found');
  });

  it('count by the newest of several, and by the previous one when that is undone', async ({ program, website }) => {
    const say = async (recommended: boolean) => {
      const { words } = await program.call('decideAnswers', {
        ...{ id: website.id, runIds: [String(runs[2])], recommended },
      });
      return String(words[0]?.id);
    };
    const yes = await say(true);
    expect(await scoreOf({ program, website })).toMatchObject({ numerator: 3, denominator: 4 });
    const no = await say(false);
    expect(await scoreOf({ program, website })).toMatchObject({ numerator: 2, knownByOwnerWord: 1 });
    await program.call('undoWords', { id: website.id, ids: [no] });
    expect(await scoreOf({ program, website })).toMatchObject({ numerator: 3, knownByOwnerWord: 0 });
    await program.call('undoWords', { id: website.id, ids: [yes] });
  });

  it('can state a position, which the reports count', async ({ program, website }) => {
    const { words } = await program.call('decideAnswers', {
      ...{ id: website.id, runIds: [String(runs[3])], recommended: true, position: 5 },
    });
    const { averagePosition } = await program.call('engineOverview', { websiteId: website.id, scope: 'all' });
    expect(averagePosition).toMatchObject({ max: 5, listed: 3 });
    await program.call('undoWords', { id: website.id, ids: words.map(({ id }) => id) });
  });

  it.for([
    [{ recommended: false, position: 1 }, 'position'],
    [{ recommended: true, position: 1, both: true }, 'position'],
    [{ recommended: true, foreign: true }, 'runIds'],
  ] as const)('are refused as %o', async ([given, field], { program, website }) => {
    const runIds = 'foreign' in given ? ['run_nobody'] : 'both' in given ? runs.slice(0, 2) : runs.slice(0, 1);
    const { recommended } = given;
    const position = 'position' in given ? given.position : null;
    const refused = await program.refuse(
      'decideAnswers',
      { id: website.id, runIds, recommended, position },
      'invalid_request',
    );
    expect(JSON.stringify(refused)).toContain(field);
  });

  it('cannot be read or made by another workspace', async ({ service, program, website }) => {
    const { secret } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    const stranger = callsOf(service.url, secret);
    await stranger.refuse(
      'decideAnswers',
      { id: website.id, runIds: [String(runs[0])], recommended: false },
      'not_found',
    );
    await stranger.refuse('undecidedAnswers', { websiteId: website.id }, 'not_found');
    const { audit } = await program.call('createAudit', { websiteId: website.id, size: 3 });
    await stranger.refuse('readAudit', { id: audit.id }, 'not_found');
    await stranger.refuse('exportAudit', { id: audit.id }, 'not_found');
    await stranger.refuse('skipAuditAnswer', { id: audit.id, runId: String(runs[0]) }, 'not_found');
  });
});

journeyOnEachDatabase('an audit', { permissions: ['manage'] }, (it, long) => {
  it.beforeAll(async ({ service, website }) => {
    for (let at = 0; at < 36; at += 1) {
      const { id: caseId } = await service.makeCase({ websiteId: website.id });
      const createdAt = `2026-03-01T10:${String(at).padStart(2, '0')}:00.000Z`;
      await saveAnswer(service, { websiteId: website.id, caseId, createdAt, names: lists[at % lists.length] ?? [] });
    }
  });

  long(
    'shows one answer after the other without its reading, and compares the decisions',
    async ({ program, website }) => {
      expect(await program.call('latestAudit', { id: website.id })).toEqual({ latest: null });
      const { audit } = await program.call('createAudit', { websiteId: website.id, size: 34, seed: 'of the test' });
      expect(audit).toMatchObject({ drawnFrom: 36, complete: true, seed: 'of the test' });
      const first = await program.call('readAudit', { id: audit.id });
      expect(Object.keys(first.next ?? {}).sort()).toEqual(['engine', 'language', 'question', 'runId', 'text']);
      expect(first.names).toContain(website.domain);
      expect(first.standings).toMatchObject([{ answers: 36, checked: 0, corrected: null, moreNeeded: 30 }]);
      await program.call('skipAuditAnswer', { id: audit.id, runId: String(first.next?.runId) });
      for (let at = 0; at < 33; at += 1) {
        const { next } = await program.call('readAudit', { id: audit.id });
        const recommended = next?.text.includes('Acme CRM') === true || next?.text.includes(perhapsUs) === true;
        await program.call('decideAnswers', {
          ...{ id: website.id, runIds: [String(next?.runId)], recommended, auditId: audit.id },
        });
      }
      const done = await program.call('readAudit', { id: audit.id });
      expect(done).toMatchObject({ drawn: 34, skipped: 1, next: null });
      const [standing] = done.standings;
      expect(standing).toMatchObject({ checked: 33, wrong: 0, moreNeeded: 0, raw: { value: 50, undecided: 12 } });
      expect(standing?.right).toBe(33 - Number(standing?.undecided));
      // A third is recommended under a name that the reader leaves undecided, so it is two thirds in total.
      expect(standing?.corrected?.value).toBeGreaterThan(60);
      expect(standing?.corrected?.interval95?.lower).toBeLessThan(66);
      expect((await program.call('latestAudit', { id: website.id })).latest?.audit.id).toBe(audit.id);
    },
  );

  long('exports its decisions as a gold file that the benchmark reads', async ({ program, website }) => {
    const { items: audits } = await program.call('listAudits', { websiteId: website.id });
    const { items } = await program.call('exportAudit', { id: String(audits[0]?.id), limit: 200 });
    expect(items).toHaveLength(33);
    for (const row of items) {
      expect(isGold(row)).toBe(true);
      expect(goldRow(row).text).not.toBe('');
      expect(row.targets).toMatchObject([{ domain: website.domain }]);
    }
  });

  it('draws the same answers again for the same seed', async ({ program, website }) => {
    const draw = async () => {
      const { audit } = await program.call('createAudit', { websiteId: website.id, size: 5, seed: 'again' });
      return (await program.call('readAudit', { id: audit.id })).next?.runId;
    };
    expect(await draw()).toBe(await draw());
  });

  it('is refused without saved answers, and for answers that it did not draw', async ({ program, website }) => {
    const nothing = { websiteId: website.id, startDate: '2020-01-01', endDate: '2020-01-02' };
    await program.refuse('createAudit', nothing, 'invalid_request');
    const { audit } = await program.call('createAudit', { websiteId: website.id, size: 1 });
    const { next } = await program.call('readAudit', { id: audit.id });
    const { audit: all } = await program.call('createAudit', { websiteId: website.id, size: 500 });
    const { next: other } = await program.call('readAudit', { id: all.id });
    const runId = other?.runId === next?.runId ? 'run_nobody' : String(other?.runId);
    const given = { id: website.id, runIds: [runId], recommended: true, auditId: audit.id };
    await program.refuse('decideAnswers', given, 'invalid_request');
  });
});
