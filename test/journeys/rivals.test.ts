import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useProgram, useService } from '../support/service.ts';

const us = 'Acme CRM acme-crm.example';
const rivalo = 'Rivalo rivalo.example';
const other = 'Otherly otherly.example';

onEachDatabase('declared rivals', (engine) => {
  const service = useService(engine);
  const program = useProgram(service, ['manage']);
  let websiteId: string;
  let runs: string[];

  const standings = () => program.call('rivalVisibility', { websiteId });
  const declare = (body: Omit<InputOf<'declareRival'>, 'id'>) =>
    program.call('declareRival', { id: websiteId, ...body });
  const listed = async () => (await program.call('listRivals', { id: websiteId })).items;

  beforeAll(async () => {
    websiteId = (await service.makeSite()).id;
    const answers: [names: string[], cites: string[]][] = [
      [[rivalo, us, other], ['https://review.example/best']],
      [
        [rivalo, other],
        ['https://rivalo.example/why', 'https://review.example/best'],
      ],
      [[us, 'Rivalissimo'], []],
      [[other], []],
    ];
    runs = [];
    for (const [at, [names, cites]] of answers.entries()) {
      const { id: caseId } = await service.makeCase({ websiteId });
      const createdAt = `2026-03-0${at + 1}T10:00:00.000Z`;
      runs.push(await saveAnswer(service, { websiteId, caseId, createdAt, names, cites }));
    }
  });

  it('are suggested by how often answers name them, and counted nowhere before they are declared', async () => {
    const report = await standings();
    expect(report).toMatchObject({ shareAmongRivals: null, rivals: [] });
    expect(report.suggestions).toMatchObject([
      { domain: 'otherly.example', appearances: 3, answers: 4 },
      { domain: 'rivalo.example', appearances: 2, answers: 4 },
    ]);
    expect((await program.call('engineOverview', { websiteId })).shareAmongRivals).toBeNull();
  });

  it('have a second share of voice among themselves and us, the same in every read, in addition to the overall one', async () => {
    const { rival } = await declare({ domain: 'www.Rivalo.example', name: 'Rivalo' });
    expect(rival).toEqual({ domain: 'rivalo.example', name: 'Rivalo', names: [] });
    const report = await standings();
    expect(report.shareOfVoice).toMatchObject({ numerator: 2, denominator: 7 });
    expect(report.shareAmongRivals).toMatchObject({ numerator: 2, denominator: 4, value: 0.5, rivals: 1 });
    for (const id of ['engineVisibility', 'engineOverview'] as const) {
      expect((await program.call(id, { websiteId })).shareAmongRivals, id).toEqual(report.shareAmongRivals);
    }
    expect(report.rivals).toMatchObject([
      { domain: 'rivalo.example', appearances: 2, answers: 4, rate: 50, shareAmongRivals: 0.5, averagePosition: 1 },
    ]);
    expect(report.rivals[0]).toMatchObject({ adjustedP: null, verdict: 'insufficient_data' });
    expect(report.suggestions.map(({ domain }) => domain)).toEqual(['otherly.example']);
    const v1 = await program.call('visibilityOverview', { websiteId });
    expect(v1).not.toHaveProperty('shareAmongRivals');
  });

  it('include their names: an answer that names one of them without a link counts for the rival', async () => {
    await declare({ domain: 'rivalo.example', names: ['Rivalissimo'] });
    expect(await listed()).toEqual([{ domain: 'rivalo.example', name: 'Rivalo', names: ['Rivalissimo'] }]);
    expect((await standings()).rivals).toMatchObject([{ appearances: 3, paired: 4, onlyRival: 1, onlyOwn: 0 }]);
    const companies = await program.call('listOtherCompanies', { id: websiteId });
    expect(companies.items).toMatchObject([{ name: 'Rivalissimo', domain: 'rivalo.example' }]);
  });

  it('each have a page: where they are recommended and we are not, and which pages cause it', async () => {
    const report = await program.call('rivalReport', { websiteId, domain: 'rivalo.example' });
    expect(report.standing).toMatchObject({ domain: 'rivalo.example', appearances: 3 });
    expect(report.positions).toMatchObject({ listed: 3, min: 1, max: 2 });
    expect(report.withoutUs).toMatchObject({
      total: 1,
      rows: [{ runId: runs[1], position: 1, ownStatus: 'not_listed' }],
    });
    expect(report.sources.rows).toMatchObject([
      { url: 'https://review.example/best', answers: 2, withUs: 1 },
      { url: 'https://rivalo.example/why', answers: 1, withUs: 0 },
    ]);
    const answers = await program.call('findAnswers', { websiteId, rival: 'rivalo.example', status: 'not_listed' });
    expect(answers.items.map(({ runId }) => runId)).toEqual([runs[1]]);
    await program.refuse('rivalReport', { websiteId, domain: 'otherly.example' }, 'not_found');
  });

  it('are drawn with us in the history unless others are named', async () => {
    const drawn = async (query: { rivals?: string } = {}) => {
      const { points } = await program.call('visibilityHistory', { websiteId, bucket: 'month', ...query });
      return points[0]?.rivals.map(({ domain }) => domain);
    };
    expect(await drawn()).toEqual(['rivalo.example']);
    expect(await drawn({ rivals: 'otherly.example,rivalo.example' })).toEqual(['otherly.example', 'rivalo.example']);
  });

  it.each([
    ['our own domain', { domain: 'acme-crm.example' }, 'domain'],
    ['a host that many share', { domain: 'medium.com' }, 'domain'],
    ['what is no domain', { domain: 'not a domain' }, 'domain'],
    ['a name of our own', { domain: 'otherly.example', names: ['Acme CRM'] }, 'names'],
    ['a name of another rival', { domain: 'otherly.example', names: ['rivalissimo'] }, 'names'],
    ['a name without letters', { domain: 'otherly.example', names: ['!!!'] }, 'names'],
  ])('refuse %s, and nothing is declared', async (_what, body, field) => {
    const before = await listed();
    const input = { id: websiteId, ...body };
    expect((await program.refuse('declareRival', input, 'invalid_request')).field).toBe(field);
    expect(await listed()).toEqual(before);
  });

  it('belong to one workspace, and need the permission to manage', async () => {
    const { secret } = await addKey(service, await addWorkspace(service, 'same owner'), ['manage']);
    const foreign = { key: secret };
    await service.refuse('listRivals', { id: websiteId }, 'not_found', foreign);
    await service.refuse('forgetRival', { id: websiteId, domain: 'rivalo.example' }, 'not_found', foreign);
    const reader = { key: await service.makeKey(['read']) };
    const input = { id: websiteId, domain: 'x.example' };
    await service.refuse('declareRival', input, 'insufficient_permission', reader);
  });

  it('can be removed: their domain is suggested again', async () => {
    await program.call('forgetRival', { id: websiteId, domain: 'rivalo.example' });
    expect(await listed()).toEqual([]);
    const report = await standings();
    expect(report.suggestions.map(({ domain }) => domain)).toEqual(['rivalo.example', 'otherly.example']);
    await program.refuse('forgetRival', { id: websiteId, domain: 'rivalo.example' }, 'not_found');
  });
});
