import { beforeAll, expect, it } from 'vitest';
import { v2Operations } from '../../src/api/registry.ts';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { activatePlan } from '../support/activatePlan.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useProgram, useService } from '../support/service.ts';

const us = 'Acme CRM acme-crm.example';
const rival = 'Rivalo rivalo.example';

/** Every read that can be limited to a tag. */
const tagged = v2Operations
  .filter(({ method, query, path }) => method === 'GET' && 'tag' in query.shape && !path.includes('{'))
  .map((operation) => [operation.id, operation] as const);

/** Every v2 read that counts questions. */
const reads = [
  'engineVisibility',
  'engineOverview',
  'engineCitations',
  'enginePrompts',
  'engineRecommendations',
  'visibilityHistory',
  'compareEngines',
  'engineSearches',
] as const;
type Read = (typeof reads)[number];

type Branded = 'exclude' | 'include' | 'only';

onEachDatabase('tags and branded questions', (engine) => {
  const service = useService(engine);
  const program = useProgram(service, ['evaluate', 'manage']);
  let websiteId: string;
  const ids = new Map<string, string>();

  const read = <Id extends Read>(id: Id, query: Omit<InputOf<Id>, 'websiteId'>) =>
    program.call(id, { websiteId, ...query } as InputOf<Id>);
  const score = (branded: Branded = 'exclude') => read('engineVisibility', { branded });
  const kindsOf = async (id: Read, query: { tag?: string; branded?: Branded } = {}) => {
    const report = await read<Read>(id, query);
    return report.questionKinds ?? (report.coverage ?? report.engines[0]?.coverage)?.questionKinds;
  };
  const save = (queries: string[], more: { tags?: string[] } = {}) =>
    program.call('createQuestions', { queries, websiteId, ...more });
  const idOf = (name: string): string => ids.get(name) ?? '';

  const agency = 'Which CRM suits an agency?';
  const cheap = 'Which CRM is the cheapest?';
  const named = 'Is AcmeCRM any good?';

  beforeAll(async () => {
    websiteId = (await service.makeSite()).id;
    const saved = [
      ...(await save([agency], { tags: ['Agencies', 'Funnel: top'] })).items,
      ...(await save([cheap], { tags: ['Price'] })).items,
      ...(await save([named], { tags: [' price '] })).items,
    ];
    for (const { id, query } of saved) ids.set(query, id);
    const answers: [string, string[]][] = [
      [agency, [rival]],
      [cheap, [us, rival]],
      [named, [us]],
    ];
    for (const [query, names] of answers) {
      const caseId = saved.find((one) => one.query === query)?.engines[0]?.cases[0]?.id ?? '';
      await saveAnswer(service, { websiteId, caseId, createdAt: '2026-03-02T10:00:00.000Z', names });
    }
  });

  it('keeps a question’s tags for every engine, and adds those of a second save', async () => {
    const again = await save([agency], { tags: ['agencies', 'DACH'] });
    expect(again.items[0]).toMatchObject({ id: idOf(agency), tags: ['agencies', 'DACH', 'Funnel: top'] });
    expect(again).toMatchObject({ made: 0, reused: 1 });
    const found = await program.call('listQuestions', { websiteId, tag: 'AGENCIES' });
    expect(found.items.map(({ query }) => query)).toEqual([agency]);
    const tags = await program.call('listTags', { websiteId, limit: 3 });
    expect(tags.items).toEqual([
      { tag: 'agencies', questions: 1 },
      { tag: 'DACH', questions: 1 },
      { tag: 'Funnel: top', questions: 1 },
    ]);
    const rest = await program.call('listTags', { websiteId, limit: 3, cursor: tags.nextCursor });
    expect(rest.items).toMatchObject([{ questions: 2 }]);
  });

  it('changes many questions at once, all of them or none', async () => {
    const both = [idOf(agency), idOf(cheap)];
    const changed = await program.call('changeQuestions', {
      questionIds: both,
      addTags: ['Core'],
      removeTags: ['dach'],
    });
    expect(changed.items).toEqual([
      { id: idOf(agency), tags: ['agencies', 'Core', 'Funnel: top'], branded: false, brandedBy: 'rule' },
      { id: idOf(cheap), tags: ['Core', 'Price'], branded: false, brandedBy: 'rule' },
    ]);
    const eight = Array.from({ length: 8 }, (_, at) => `topic ${at}`);
    const refused = async (addTags: string[], code: string, questionIds = both) =>
      (await program.refuse('changeQuestions', { questionIds, addTags }, code)).field;
    expect(await refused(eight, 'invalid_request')).toBe('addTags');
    expect((await program.call('readQuestion', { id: idOf(cheap) })).question.tags).toEqual(['Core', 'Price']);
    await refused(['lost'], 'not_found', [...both, 'question_x']);
    expect((await program.call('listQuestions', { tag: 'lost' })).items).toEqual([]);
    expect(await refused(['x'.repeat(41)], 'invalid_request')).toBe('addTags.0');
    const eleven = Array.from({ length: 11 }, (_, at) => `tag ${at}`);
    const tooMany = { queries: ['Too many tags?'], websiteId, tags: eleven };
    expect((await program.refuse('createQuestions', tooMany, 'invalid_request')).field).toBe('tags');
    const change = { questionIds: both, addTags: ['x'] };
    await service.refuse('changeQuestions', change, 'insufficient_permission', {
      key: await service.makeKey(['read']),
    });
  });

  it('does not change the questions of another workspace', async () => {
    const other = await addWorkspace(service, 'same owner');
    const { secret: foreign } = await addKey(service, other, ['manage']);
    const change = { questionIds: [idOf(agency)], addTags: ['x'] };
    await service.refuse('changeQuestions', change, 'not_found', { key: foreign });
    expect((await service.call('listTags', {}, { key: foreign })).items).toEqual([]);
  });

  it('counts in every read only the questions of a tag, and states the tag', async () => {
    const price = { tag: 'price', branded: 'include' } as const;
    for (const id of reads) {
      const kinds = { tag: 'price', choice: 'include', branded: 1, others: 1 };
      expect(await kindsOf(id, price), id).toEqual(kinds);
    }
    expect((await read('engineVisibility', price)).counts).toMatchObject({ answers: 2, listed: 2 });
    expect((await read('engineVisibility', { tag: 'nothing has it' })).counts.answers).toBe(0);
    const answers = await program.call('findAnswers', { websiteId, tag: 'price', branded: 'include' });
    expect(answers.items.map(({ question }) => question).sort()).toEqual([named, cheap].sort());
  });

  it('excludes branded questions by default, with the same number in every read', async () => {
    for (const id of reads) {
      expect(await kindsOf(id), id).toEqual({ tag: null, choice: 'exclude', branded: 1, others: 2 });
    }
    const scores = async (branded: Branded) => {
      const { visibilityScore } = await score(branded);
      const overview = await read('engineOverview', { branded });
      const history = await read('visibilityHistory', { branded, bucket: 'day' });
      const compared = await read('compareEngines', { branded });
      const answers = await program.call('findAnswers', { websiteId, branded, engine: 'openai', latest: true });
      const listed = answers.items.filter(({ status }) => status === 'listed').length;
      expect(overview.visibilityScore.value).toBe(visibilityScore.value);
      expect(overview.dailySamples).toMatchObject([{ score: visibilityScore.value }]);
      expect(history.points).toMatchObject([{ score: visibilityScore.value }]);
      expect(compared.engines[0]?.visibilityScore.value).toBe(visibilityScore.value);
      expect([listed, answers.items.length]).toEqual([visibilityScore.numerator, visibilityScore.denominator]);
      expect(overview.questionCoverage.savedQuestions).toBe(answers.items.length);
      return [visibilityScore.numerator, visibilityScore.denominator];
    };
    expect(await scores('exclude')).toEqual([1, 2]);
    expect(await scores('include')).toEqual([2, 3]);
    expect(await scores('only')).toEqual([1, 1]);
    const v1 = await program.call('currentVisibility', { websiteId });
    expect(v1.counts).toMatchObject({ answers: 3, listed: 2 });
    expect(v1.coverage).not.toHaveProperty('questionKinds');
    const ofQuestion = await program.call('findAnswers', { websiteId, questionId: idOf(named) });
    expect(ofQuestion.items).toHaveLength(1);
  });

  it('marks them in the list, and lets the owner override the rule', async () => {
    const list = (await program.call('listQuestions', { websiteId })).items;
    expect(list.map(({ query, branded, brandedBy }) => [query, branded, brandedBy])).toEqual(
      expect.arrayContaining([
        [named, true, 'rule'],
        [agency, false, 'rule'],
      ]),
    );
    const say = (name: string, branded: boolean | null) =>
      program.call('changeQuestions', { questionIds: [idOf(name)], branded });
    expect((await say(named, false)).items).toMatchObject([{ branded: false, brandedBy: 'owner' }]);
    expect((await say(agency, true)).items).toMatchObject([{ branded: true, brandedBy: 'owner' }]);
    expect(await kindsOf('engineVisibility')).toMatchObject({ branded: 1, others: 2 });
    expect((await score()).counts).toMatchObject({ listed: 2, answers: 2 });
    await say(named, null);
    await say(agency, null);
    expect((await score()).counts).toMatchObject({ listed: 1, answers: 2 });
  });

  it('follows registered names: an alias makes a question branded from then on', async () => {
    await program.call('changeSite', { id: websiteId, aliases: ['agency'] });
    expect(await kindsOf('engineVisibility')).toMatchObject({ branded: 2, others: 1 });
    await program.call('changeSite', { id: websiteId, aliases: [] });
    expect(await kindsOf('engineVisibility')).toMatchObject({ branded: 1, others: 2 });
  });

  it('lets a plan choose by tags, resolved as each round begins and shown in its quote', async () => {
    const content = {
      questions: { tags: ['Price'], websiteId },
      engines: ['openai'],
      repeats: 2,
      cadence: { kind: 'manual' as const },
    };
    expect((await program.call('quotePlan', content)).quote).toMatchObject({ questions: 2, requests: 4 });
    const { plan } = await program.call('createPlan', { name: 'Price', ...content });
    expect(plan.questions).toEqual({ questionIds: null, websiteId, tags: ['Price'] });
    await activatePlan(service, plan.id);
    const round = async (idempotencyKey: string) =>
      (await program.call('startRound', { id: plan.id }, { idempotencyKey })).round;
    const first = await round('tags-round-1');
    expect(first.counts.requests).toBe(4);
    await program.call('changeQuestions', { questionIds: [idOf(agency)], addTags: ['price'] });
    await program.call('changeQuestions', { questionIds: [idOf(named)], removeTags: ['price'] });
    expect((await program.call('readPlan', { id: plan.id })).quote).toMatchObject({
      questions: 1,
      waiting: 1,
    });
    const second = await round('tags-round-2');
    const asked = async (number: number) => {
      const { items } = await program.call('readRound', { id: plan.id, round: String(number) });
      return [...new Set(items.map(({ query }) => query))].sort();
    };
    expect(await asked(first.number)).toEqual([cheap, named].sort());
    expect(await asked(second.number)).toEqual([cheap]);
    await program.call('changePlan', { id: plan.id, questions: content.questions });
    const third = await round('tags-round-3');
    expect(await asked(third.number)).toEqual([agency, cheap].sort());
    const nothing = { ...content, questions: { tags: ['nobody has it'] } };
    expect((await program.call('quotePlan', nothing)).quote).toMatchObject({
      round: null,
      questions: 0,
      requests: 0,
    });
    const mixed = { ...content, questions: { tags: ['Price'], questionIds: [idOf(agency)] } };
    expect((await program.refuse('quotePlan', mixed, 'invalid_request')).field).toBe('questions');
    expect(service.sent()).toBe(0);
  });

  it.each(tagged)('%s is empty for a tag that no question has', async (id, { query }) => {
    const asked = { websiteId, tag: 'nobody has this', questionId: idOf(agency), metrics: 'shareOfVoice' };
    for (const scope of ['newest100', 'all']) {
      const taken = Object.entries({ ...asked, scope }).filter(([name]) => name in query.shape);
      await program.call(id as 'engineVisibility', Object.fromEntries(taken) as { websiteId: string });
    }
  });
});
