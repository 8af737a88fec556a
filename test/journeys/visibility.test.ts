import { describe, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { createQuestionPanel } from '../support/questionPanel.ts';
import { addSite, addWorkspace } from '../support/records.ts';
import type { SavedAnswer } from '../support/savedAnswers.ts';
import { owner, useProgram, useService } from '../support/service.ts';

const ids = {
  current: 'currentVisibility',
  overview: 'visibilityOverview',
  citations: 'topCitations',
  prompts: 'promptVisibility',
  recommendations: 'visibilityRecommendations',
} as const;
type Ids = typeof ids;

onEachDatabase('visibility reports', (engine) => {
  const service = useService(engine, { env: { ACTIVE_RUNS_PER_OWNER: '100' } });
  const program = useProgram(service);

  const report = <Read extends keyof Ids>(which: Read, query: InputOf<Ids[Read]>) => program.call(ids[which], query);

  /** Creates a site with its questions, and a function that saves answers: `day` is in March 2026. */
  async function panel(questions: number) {
    const { save, ...made } = await createQuestionPanel(service, questions);
    const saveOn = (question: number, day: number, given: Partial<SavedAnswer> = {}) =>
      save(question, `2026-03-${String(day).padStart(2, '0')}`, given);
    return { ...made, save: saveOn };
  }

  long('reports runs that the provider answered, in all five reads, without contacting anyone', async () => {
    const site = await service.makeSite();
    const runIds: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      const asked = await service.makeCase({ websiteId: site.id });
      const started = await service.ensure(program.key, asked.id, `visibility-${at}-${asked.id.slice(-6)}`);
      runIds.push((await service.follow(program.key, started.body.run.id)).id);
    }
    const asked = service.simulator.ledger.length;
    const current = await report('current', { websiteId: site.id });
    expect(current.coverage).toMatchObject({
      attemptsConsidered: 3,
      attemptsMatched: 3,
      truncated: false,
      completed: 3,
    });
    expect(current.simulated).toBe(false);
    expect(current.counts.answers).toBe(3);
    expect(current.reading).toMatch(/neither a search-engine rank/);
    const prompts = await report('prompts', { websiteId: site.id });
    expect(prompts.questions.rows.map((row) => row.runId).sort()).toEqual(runIds.sort());
    expect((await report('citations', { websiteId: site.id })).totals.citations).toBeGreaterThan(0);
    expect((await report('overview', { websiteId: site.id })).questionCoverage).toMatchObject({
      savedQuestions: 3,
      answered: 3,
    });
    expect((await report('recommendations', { websiteId: site.id })).note).toMatch(/None of them promises/);
    expect(service.simulator.ledger.length).toBe(asked);
  });

  long('counts by the metric rules: 100 x listed / known, unknown excluded and counted, each domain once', async () => {
    const { websiteId, save } = await panel(5);
    const listed = await save(0, 2, {
      names: ['Rivalo rivalo.example', 'Acme CRM acme-crm.example', 'Third third.example'],
    });
    const first = await save(1, 2, { names: ['Acme CRM acme-crm.example'] });
    const without = await save(2, 2, { names: ['Rivalo rivalo.example'] });
    const open = await save(3, 2, { names: ['Rivalo rivalo.example', 'AcmeCRM Pro'] });
    const byName = await save(4, 2, { names: ['Rivalo rivalo.example', 'A Name Nobody Knows'] });
    const { visibilityScore, shareOfVoice, averagePosition, counts } = await report('current', { websiteId });
    expect(visibilityScore).toMatchObject({ value: 50, numerator: 2, denominator: 4, excludedUnknown: 1 });
    expect(visibilityScore.noBases).toMatchObject({ by_domain: 1, by_name: 1, by_owner_word: 0 });
    expect(visibilityScore.worstCaseBounds).toEqual({ lower: 40, upper: 60 });
    expect(visibilityScore.openNameBounds).toEqual({ lower: 40, upper: 80 });
    expect(visibilityScore.runIds).toEqual([listed, first, without, byName].sort());
    const { rows } = (await report('prompts', { websiteId })).questions;
    const row = rows.find(({ runId }: { runId: string }) => runId === open);
    expect(row).toMatchObject({ targetStatus: 'unknown', targetBasis: 'possible_name', candidates: ['AcmeCRM Pro'] });
    // rivalo x4, acme x2, third x1: seven appearances.
    expect(shareOfVoice).toMatchObject({ numerator: 2, denominator: 7 });
    expect(averagePosition).toMatchObject({ value: 1.5, min: 1, max: 2, listed: 2 });
    expect(counts).toEqual({ answers: 5, known: 4, unknown: 1, listed: 2, notListed: 2 });
  });

  it('keeps the completed answer of a question whose later attempts failed, and reports them', async () => {
    const { websiteId, save } = await panel(1);
    const kept = await save(0, 2, { names: ['Acme CRM acme-crm.example'] });
    await save(0, 3, { status: 'failed' });
    await save(0, 4, { status: 'cancelled' });
    const current = await report('current', { websiteId });
    expect(current.visibilityScore).toMatchObject({ value: 100, runIds: [kept] });
    expect(current.coverage).toMatchObject({ completed: 1, failed: 1, cancelled: 1, questionsAnswered: 1 });
    const [row] = (await report('prompts', { websiteId })).questions.rows;
    expect(row).toMatchObject({
      latestStatus: 'cancelled',
      targetStatus: 'listed',
      runId: kept,
      failedAttemptsSince: 2,
    });
  });

  it('recounts past answers with an alias that the owner registers, without any new run', async () => {
    const { websiteId, save } = await panel(2);
    await save(0, 2, { names: ['Akme Suite', 'Rivalo rivalo.example'] });
    await save(1, 2, { names: ['Rivalo rivalo.example'] });
    const before = await report('overview', { websiteId });
    expect(before.visibilityScore).toMatchObject({ numerator: 0, denominator: 2, noBases: { by_name: 1 } });
    expect(before.unresolvedNames.rows).toMatchObject([{ name: 'Akme Suite', answers: 1 }]);
    const sent = service.sent();
    await service.call('changeSite', { id: websiteId, aliases: ['Akme Suite'] });
    const after = await report('overview', { websiteId });
    expect(after.visibilityScore).toMatchObject({ value: 50, numerator: 1, denominator: 2, excludedUnknown: 0 });
    expect(after.unresolvedNames.total).toBe(0);
    expect(after.coverage.attemptsConsidered).toBe(2);
    expect(service.sent()).toBe(sent);
  });

  describe('a name assigned to another company', () => {
    const companies = async (id: string) => (await service.call('listOtherCompanies', { id })).items;

    it('makes its answers decided, is stated as the reason, changes no saved answer, and can be undone', async () => {
      const { websiteId, save } = await panel(1);
      const runId = await save(0, 2, { names: ['Akme Suite', 'Rivalo rivalo.example'] });
      const readRun = () => service.readRun(program.key, runId);
      const saved = await readRun();
      const before = await report('overview', { websiteId });
      expect(before.visibilityScore).toMatchObject({ denominator: 1, excludedUnknown: 0, knownByOwnerWord: 0 });
      const named = { id: websiteId, name: 'Akme Suite', domain: 'WWW.akme.example' };
      const { company } = await service.call('nameOtherCompany', named);
      expect(company).toMatchObject({ name: 'Akme Suite', domain: 'akme.example', saidBy: owner.email });
      const said = await report('overview', { websiteId });
      expect(said.visibilityScore).toMatchObject({ value: 0, denominator: 1, excludedUnknown: 0, knownByOwnerWord: 1 });
      expect(said.domains.rows.map((row: { domain: string }) => row.domain)).toContain('akme.example');
      expect(said.unresolvedNames.total).toBe(0);
      const answer = (await service.call('readAnswer', { id: runId })).answer;
      expect(answer.mentions[0]).toMatchObject({ domain: 'akme.example', basis: 'owner_word', own: false });
      expect(await readRun()).toEqual(saved);
      await service.call('forgetOtherCompany', { id: websiteId, companyId: company.id });
      expect((await report('overview', { websiteId })).visibilityScore).toEqual(before.visibilityScore);
    });

    it.each([
      ['a name that is registered as yours', { name: 'acme crm', domain: 'rival.example' }, 'name'],
      ['a name without a letter', { name: '™', domain: 'rival.example' }, 'name'],
      ['a host that many share', { name: 'Rival', domain: 'github.com' }, 'domain'],
      ['your own domain', { name: 'Rival', domain: 'acme-crm.example' }, 'domain'],
      ['what is no domain', { name: 'Rival', domain: 'https://rival.example/' }, 'domain'],
    ])('cannot be %s', async (_what, body, field) => {
      const { websiteId } = await panel(0);
      const refused = await service.refuse('nameOtherCompany', { id: websiteId, ...body }, 'invalid_request');
      expect(refused.details?.field).toBe(field);
      expect(await companies(websiteId)).toEqual([]);
    });

    it('has one assignment: the newer domain replaces the older one', async () => {
      const { websiteId } = await panel(0);
      await service.call('nameOtherCompany', { id: websiteId, name: 'Rival', domain: 'rival.example' });
      await service.call('nameOtherCompany', { id: websiteId, name: 'RIVAL Inc.', domain: 'rival-two.example' });
      expect(await companies(websiteId)).toMatchObject([{ name: 'RIVAL Inc.', domain: 'rival-two.example' }]);
    });

    it('belongs to one workspace: the site of another is not found', async () => {
      const other = await addWorkspace(service, 'other owner');
      const websiteId = await addSite(service, other);
      await service.refuse('listOtherCompanies', { id: websiteId }, 'not_found');
      const named = { id: websiteId, name: 'Rival', domain: 'rival.example' };
      await service.refuse('nameOtherCompany', named, 'not_found');
    });
  });

  describe('the list of names', () => {
    it('suggests owners from other answers, accepts them in bulk, and undoes them completely', async () => {
      const { websiteId, save } = await panel(4);
      const word = `Zumlo${websiteId.slice(-4)}`;
      const [linked, again] = [
        await save(0, 2, { names: [`${word} zumlo.example`] }),
        await save(1, 2, { names: [`${word} zumlo.example`] }),
      ];
      await save(2, 2, { names: [word, 'Solitary Thing'] });
      await save(3, 2, { names: ['AcmeCRM Pro'] });
      const read = () => service.call('readSiteNames', { id: websiteId });
      const before = await report('overview', { websiteId });
      expect(before.learnedNames.rows).toMatchObject([
        { name: word, domain: 'zumlo.example', evidenceAnswers: 2, own: false },
      ]);
      const { names } = await read();
      expect(names.map(({ name, basis }) => [name, basis])).toEqual([
        ['AcmeCRM Pro', 'unknown'],
        [word, 'other_answers'],
        ['Solitary Thing', 'unknown'],
      ]);
      expect(names[1]?.offer).toMatchObject({
        domain: 'zumlo.example',
        answers: 2,
        runIds: [again, linked].sort().reverse(),
      });
      const say = [
        { name: word, domain: 'zumlo.example' },
        { name: 'AcmeCRM Pro', domain: null },
        { name: 'Acme CRM', domain: 'rivalo.example' },
      ];
      const said = await service.call('acceptNames', { id: websiteId, names: say });
      expect(said.accepted).toEqual(say.slice(0, 2));
      expect(said.skipped).toMatchObject([{ name: 'Acme CRM' }]);
      const after = await report('overview', { websiteId });
      expect(after.visibilityScore).toMatchObject({ numerator: 1, denominator: 4, excludedUnknown: 0 });
      const accepted = said.accepted.map(({ name }) => name);
      const back = await service.call('takeBackNames', { id: websiteId, names: accepted });
      expect(back.takenBack.sort()).toEqual([...accepted].sort());
      expect((await report('overview', { websiteId })).visibilityScore).toEqual(before.visibilityScore);
      expect((await read()).names).toEqual(names);
    });

    it('saves each of many concurrent statements, and undoes each', async () => {
      const { websiteId } = await panel(0);
      const said = ['Anvil', 'Bellows', 'Chisel', 'Drill', 'Edger', 'Forge'];
      const kept = async () => {
        const { sites } = await program.call('listSites', {});
        return sites
          .find(({ id }) => id === websiteId)
          ?.aliases.filter((name: string) => said.includes(name))
          .sort();
      };
      const accept = (name: string) => service.call('acceptNames', { id: websiteId, names: [{ name, domain: null }] });
      await Promise.all(said.map(accept));
      expect(await kept()).toEqual(said);
      await Promise.all(said.map((name) => service.call('takeBackNames', { id: websiteId, names: [name] })));
      expect(await kept()).toEqual([]);
    });

    it('refuses all of an invalid list', async () => {
      const { websiteId } = await panel(0);
      for (const domain of ['github.com', 'no domain']) {
        const names = [
          { name: 'Fine', domain: 'fine.example' },
          { name: 'Wrong', domain },
        ];
        const refused = await service.refuse('acceptNames', { id: websiteId, names }, 'invalid_request');
        expect(refused.details?.field).toBe('names');
      }
      expect((await service.call('listOtherCompanies', { id: websiteId })).items).toEqual([]);
    });

    it('counts a name only alone and in its case after the owner’s choice, and suggests this for short and common words', async () => {
      const { websiteId, save } = await panel(1);
      const change = async (exactNames: string[]) =>
        (await service.call('changeSite', { id: websiteId, exactNames })).site.exactNames;
      await service.call('changeSite', { id: websiteId, aliases: ['Target'] });
      await save(0, 2, { names: ['Target Circle', 'Rivalo rivalo.example'] });
      expect((await report('current', { websiteId })).visibilityScore.numerator).toBe(1);
      expect((await service.call('readSiteNames', { id: websiteId })).exactProposals).toMatchObject([
        { name: 'Target', reason: 'common_word' },
      ]);
      expect(await change(['Target'])).toEqual(['Target']);
      const { visibilityScore } = await report('current', { websiteId });
      expect(visibilityScore).toMatchObject({ numerator: 0, excludedUnknown: 1 });
      const { names, exactProposals } = await service.call('readSiteNames', { id: websiteId });
      expect(names[0]).toMatchObject({ name: 'Target Circle', beginsWithRegistered: true });
      expect(exactProposals).toEqual([]);
      const strange = { id: websiteId, exactNames: ['Nobody'] };
      const refused = await service.refuse('changeSite', strange, 'invalid_request');
      expect(refused.details?.field).toBe('exactNames');
      const { site } = await service.call('changeSite', { id: websiteId, aliases: [] });
      expect(site.exactNames).toEqual([]);
    });

    it('belongs to one workspace', async () => {
      const other = await addWorkspace(service, 'other owner');
      const websiteId = await addSite(service, other);
      await service.refuse('readSiteNames', { id: websiteId }, 'not_found');
      const body = { names: [{ name: 'X', domain: null }] };
      await service.refuse('acceptNames', { id: websiteId, ...body }, 'not_found');
      await service.refuse('takeBackNames', { id: websiteId, names: ['X'] }, 'not_found');
    });
  });

  it('counts open-web runs only: those of reviewed domains are excluded, and so is their question', async () => {
    const { websiteId, save } = await panel(1);
    await service.makeCase({ websiteId, search: { mode: 'reviewed-domains', allowedDomains: ['other.example'] } });
    await save(0, 2, { names: ['Rivalo rivalo.example'] });
    await save(0, 3, { names: ['Acme CRM acme-crm.example'], searchMode: 'reviewed-domains' });
    const overview = await report('overview', { websiteId });
    expect(overview.coverage.attemptsConsidered).toBe(1);
    expect(overview.visibilityScore.value).toBe(0);
    expect(overview.questionCoverage).toMatchObject({ savedQuestions: 1, answered: 1, answeredShare: 1 });
  });

  it('never mixes simulator runs into a report of real ones', async () => {
    const { websiteId, save } = await panel(2);
    await save(0, 2, { names: ['Acme CRM acme-crm.example'], surface: 'simulator' });
    const none = await report('current', { websiteId });
    expect(none).toMatchObject({ simulated: false, coverage: { attemptsConsidered: 0 } });
    expect(none.visibilityScore.value).toBeNull();
    await save(1, 3, { names: ['Rivalo rivalo.example'] });
    expect((await report('current', { websiteId })).counts).toMatchObject({ answers: 1, listed: 0 });
  });

  it('follows the dates, both inclusive, and the exact model', async () => {
    const { websiteId, save } = await panel(1);
    await save(0, 2, { names: ['Acme CRM acme-crm.example'], model: 'model-a' });
    await save(0, 3, { names: ['Rivalo rivalo.example'], model: 'model-b' });
    const listed = async (query: Omit<InputOf<'currentVisibility'>, 'websiteId'>) =>
      (await report('current', { websiteId, ...query })).counts;
    expect(await listed({ startDate: '2026-03-02', endDate: '2026-03-02' })).toMatchObject({ answers: 1, listed: 1 });
    expect(await listed({ endDate: '2026-03-01' })).toMatchObject({ answers: 0 });
    expect(await listed({ startDate: '2026-03-03' })).toMatchObject({ answers: 1, listed: 0 });
    expect(await listed({ model: 'model-a' })).toMatchObject({ answers: 1, listed: 1 });
    expect(await listed({ model: 'model-A' })).toMatchObject({ answers: 0 });
    expect(await listed({ platform: 'openai-web-search' })).toMatchObject({ answers: 1 });
  });

  it('compares with the previous period, question by question', async () => {
    const { websiteId, save } = await panel(7);
    for (let question = 0; question < 7; question += 1) {
      await save(question, 2, { names: ['Rivalo rivalo.example'] });
      await save(question, 3, { names: ['Acme CRM acme-crm.example'] });
    }
    const dates = { startDate: '2026-03-03', endDate: '2026-03-03' };
    const { comparison, comparisonMissing } = await report('overview', { websiteId, ...dates });
    expect(comparisonMissing).toBeNull();
    expect(comparison).toMatchObject({ verdict: 'increase', paired: 7, gained: 7, lost: 0, difference: 100 });
    expect(comparison.previousWindow).toEqual({ startDate: '2026-03-02', endDate: '2026-03-02' });
    const { recommendations } = await report('recommendations', { websiteId, ...dates });
    expect(recommendations.rows.map((row) => row.ruleId)).toContain('VR19');
  });

  it('uses the newest hundred attempts, and says if there are more', async () => {
    const { websiteId, save } = await panel(2);
    const oldest = await save(1, 1, { names: ['Acme CRM acme-crm.example'] });
    for (let at = 0; at < 99; at += 1) {
      const time = new Date(Date.parse('2026-03-02T00:00:00Z') + at * 60_000).toISOString();
      await save(0, 2, { createdAt: time, status: 'failed' });
    }
    const whole = await report('current', { websiteId });
    expect(whole.coverage).toMatchObject({ attemptsConsidered: 100, attemptsMatched: 100, truncated: false });
    expect(whole.visibilityScore.runIds).toEqual([oldest]);
    await save(0, 5, { status: 'failed' });
    const cut = await report('current', { websiteId });
    expect(cut.coverage).toMatchObject({ attemptsConsidered: 100, attemptsMatched: null, truncated: true });
    expect(cut.visibilityScore).toMatchObject({ value: null, runIds: [] });
    const { recommendations } = await report('recommendations', { websiteId });
    expect(recommendations.rows.map((row) => row.ruleId)).toContain('VR18');
  });

  it('filters sources without changing shares, and cuts lists at the limit while counting them all', async () => {
    const { websiteId, save } = await panel(1);
    const pages = ['https://www.acme-crm.example/pricing', 'https://review.example/a', 'https://review.example/b'];
    await save(0, 2, { names: ['Acme CRM acme-crm.example'], cites: pages });
    const urls = ({ citations }: { citations: { rows: { url: string }[] } }) => citations.rows.map(({ url }) => url);
    const owned = await report('citations', { websiteId, sourceType: 'owned' });
    expect(urls(owned)).toEqual([pages[0]]);
    expect(owned.totals).toMatchObject({ citations: 3, ownedCitations: 1 });
    expect(owned.domains.rows).toMatchObject([{ domain: 'acme-crm.example', citations: 1, share: 1 / 3 }]);
    expect(urls(await report('citations', { websiteId, sourceType: 'external' }))).toEqual(pages.slice(1));
    const limited = await report('citations', { websiteId, limit: 2 });
    expect(limited.citations).toMatchObject({ total: 3, rows: [{}, {}] });
    expect(limited.filters.limit).toBe(2);
  });

  it('answers a site without any run with nulls, not with zeros', async () => {
    const site = await service.makeSite();
    const current = await report('current', { websiteId: site.id });
    expect(current.visibilityScore).toMatchObject({ value: null, interval95: null, worstCaseBounds: null });
    expect(current.shareOfVoice.value).toBeNull();
    expect(current.averagePosition).toMatchObject({ value: null, median: null, min: null, max: null });
  });

  describe('refusals of reports', () => {
    const wrong: [why: string, query: Record<string, string>, field: string][] = [
      ['a day that does not exist', { startDate: '2026-02-30' }, 'startDate'],
      ['a time in place of a date', { endDate: '2026-02-03T00:00:00Z' }, 'endDate'],
      ['a start after the end', { startDate: '2026-03-02', endDate: '2026-03-01' }, 'startDate'],
      ['a limit of none', { limit: '0' }, 'limit'],
      ['a limit above 200', { limit: '201' }, 'limit'],
      ['a limit that is not a number', { limit: 'all' }, 'limit'],
      ['another platform', { platform: 'other-search' }, 'platform'],
      ['another source type', { sourceType: 'mine' }, 'sourceType'],
      ['an empty model', { model: '' }, 'model'],
      ['a parameter that does not exist', { page: '2' }, 'page'],
    ];
    it.each(wrong)('name the parameter in every report: %s', async (_why, query, field) => {
      const { id: websiteId } = await service.makeSite();
      for (const id of Object.values(ids)) {
        const { message } = await program.refuse(id, { websiteId, ...query }, 'invalid_request');
        expect(message, id).toMatch(new RegExp(`^${field}: `));
      }
    });

    it('require a website, and are the same for an unknown one and for one of another workspace', async () => {
      const foreign = await addSite(service, await addWorkspace(service, 'other owner'));
      for (const id of Object.values(ids)) {
        expect((await program.refuse(id, {}, 'invalid_request')).message).toBe('websiteId: is required');
        const { message, details } = await program.refuse(id, { websiteId: 'site_unknown' }, 'not_found');
        const other = await program.refuse(id, { websiteId: foreign }, 'not_found');
        expect([other.message, other.details], id).toEqual([message, details]);
      }
    });
  });
});
