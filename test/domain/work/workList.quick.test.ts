import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../../../src/domain/statistics/seededNumbers.ts';
import { workOfFacts, workOfGaps } from '../../../src/domain/work/findWork.ts';
import { type DoneItem, workEffects } from '../../../src/domain/work/workEffects.ts';
import { type WorkDecision, type WorkEvidence, workItem } from '../../../src/domain/work/workItem.ts';
import { long } from '../../support/long.ts';

const at = '2026-03-02T06:00:00.000Z';
const evidence: WorkEvidence = {
  ...{
    source: 'suggestion',
    rule: 'VR14',
    subject: 'website',
    title: 'Search',
    advice: 'Search the web.',
    isGate: false,
  },
  ...{ engines: ['openai'], questionIds: ['q1'], pages: [], runIds: ['r1'], answers: 1, kind: 'low', observedAt: at },
};
const observed = { suggestion: at, check: at, unread_page: at, source_gap: at, wrong_fact: at };
const declined: WorkDecision = {
  ...{ state: 'declined', owner: null, dueDay: null, note: null, reason: 'Not now', evidence },
  ...{ changedAt: at, changedBy: 'a@acme.example', doneAt: null },
};
const stateWith = (now: Partial<WorkEvidence>) =>
  workItem('id', 'site', { ...evidence, ...now }, declined, observed)?.state;

describe('a declined item', () => {
  it('stays declined if more answers make its rule more severe', () => {
    expect(stateWith({ kind: 'high', answers: 40, engines: ['gemini', 'openai'] })).toBe('declined');
  });

  it('returns when its evidence becomes a gate', () => {
    expect(stateWith({ isGate: true })).toBe('open');
  });
});

it('lists cited pages that recommend others, and no unread page', () => {
  const page = {
    ...{ id: 'p', outcome: 'read', readAt: at, date: null, changedAt: null, author: null, contactUrl: null },
    ...{ namesUs: false, lostSince: null, ourPlace: null, names: [], excerpt: null },
  } as const;
  const gap = {
    ...{ url: 'https://tools.example/crm', domain: 'tools.example', kind: 'review', title: null, page },
    ...{ runIds: ['r1', 'r2'], questionIds: ['case1', 'case2'], recommends: [{ name: 'Lanternbay' }] },
  };
  const gaps = [
    { ...gap, state: 'open' },
    { ...gap, state: 'open', title: 'Tools compared' },
    { ...gap, state: 'not_known', page: null },
  ] as never;
  const found = workOfGaps(gaps, (id) => id.replace('case', 'question'));
  expect(found).toMatchObject([
    { rule: 'source_gap', subject: gap.url, questionIds: ['question1', 'question2'], answers: 2 },
    { rule: 'source_gap', subject: gap.url },
  ]);
  expect(found.map(({ title }) => title)).toEqual(['tools.example', 'tools.example: Tools compared']);
  expect(found[0]?.advice).toContain('Lanternbay');
});

it('lists each fact that answers contradict once, with all its answers', () => {
  const version = { version: 1, value: '25 users', sourceUrl: 'https://acme.example/', madeAt: at, madeBy: 'a' };
  const fact = { websiteId: 's', kind: 'number', name: 'Users', words: [], versions: [version] } as const;
  const against = ['r1', 'r2', 'r2'].map((runId) => ({
    factId: 'f1',
    runId,
    caseId: `case ${runId}`,
    engine: 'openai',
  }));
  const facts = [
    { ...fact, id: 'f1' },
    { ...fact, id: 'f2' },
  ];
  expect(workOfFacts(facts, against, { questionOf: (id) => id, observedAt: at })).toMatchObject([
    { rule: 'wrong_fact', subject: 'f1', answers: 2, runIds: ['r1', 'r2'], questionIds: ['case r1', 'case r2'] },
  ]);
});

describe('the effects of a month', () => {
  const change = (topic: number, by: number) => ({ questionId: `q${topic}`, topic: `t${topic}`, before: 0, after: by });
  const changes = Array.from({ length: 40 }, (_, topic) => change(topic, topic < 4 ? 1 : (topic % 5) / 50));
  const item = (id: string, questions: number[], isOver = true): DoneItem => ({
    ...{ id, doneAt: at, isOver, changes, questionIds: questions.map((topic) => `q${topic}`) },
  });

  it('name the item whose questions changed more than those without work; the others stay undecided', () => {
    const effects = workEffects({
      items: [item('a', [0, 1, 2, 3]), item('b', [20, 21]), item('c', [30], false)],
      worked: [],
      seed: 'seed',
    });
    expect(effects).toMatchObject({ done: 3, withChange: 1, without: 1, waiting: 1, unmeasured: 0 });
    expect(effects.items.map(({ result }) => result)).toEqual(['change', 'no_change_found', 'waiting']);
  });

  it('exclude questions that other work touched', () => {
    const others = Array.from({ length: 34 }, (_, topic) => `q${topic + 4}`);
    expect(workEffects({ items: [item('a', [0])], worked: others, seed: 'seed' })).toMatchObject({
      withChange: 0,
      unmeasured: 1,
    });
  });

  long('are significant in at most 10 % of the months without an effect', () => {
    const { share } = seededNumbers('families without an effect');
    const months = 600;
    const called = Array.from({ length: months }, (_, month) => {
      const drift = share() - 0.5;
      const moved = Array.from({ length: 24 }, (_none, topic) => change(topic, drift + share() + share() - 1));
      const items = [0, 1, 2, 3].map((at) => ({ ...item(`i${at}`, [2 * at, 2 * at + 1]), changes: moved }));
      return workEffects({ items, worked: [], seed: `month ${month}` }).withChange;
    }).filter((count) => count > 0).length;
    // Two standard errors of a share of 10 %.
    expect(called / months).toBeLessThanOrEqual(0.1 + 2 * Math.sqrt(0.09 / months));
  });
});
