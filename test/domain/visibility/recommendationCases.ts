import type { VisibilityAttempt } from '../../../src/domain/identity/attempt.ts';
import type { ReportData } from '../../../src/domain/visibility/reportData.ts';
import { attempt, cited, facts, mention, panel } from './savedAttempts.ts';

export const own = 'acme.example';
export const rival = 'rival.example';
export const page = 'https://acme.example/pricing';
export const review = 'https://review.example/best';

export function at(day: number): string {
  return `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
}

export function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}

/** Creates answers to one question on the days 1, 2, 3 ... with the given lists. */
export function history(lists: readonly (readonly string[])[], caseId = 'case_1'): VisibilityAttempt[] {
  return lists.map((mentions, index) =>
    attempt({ runId: `${caseId}_${index + 1}`, caseId, createdAt: at(index + 1), mentions }),
  );
}

/** Creates one answer per question, each with its list and sources. */
export function answers(given: readonly { list: readonly string[]; urls?: readonly string[] }[]): VisibilityAttempt[] {
  return panel(given.map(({ list }) => list)).map((one, index) => ({
    ...one,
    facts: facts(given[index]?.list ?? [], { sources: cited(...(given[index]?.urls ?? [])) }),
  }));
}

type Case = { attempts: VisibilityAttempt[]; extra?: Partial<ReportData> };
type RuleCases = {
  id: string;
  /** Version of the rule; default 1. */
  version?: number;
  when: string;
  fires: Case;
  runIds: string[];
  says: string;
  silentWhen: string;
  silent: Case;
};

const changeWindow = { window: { startDate: '2026-03-08', endDate: '2026-03-14' } };
const removed = (count: number) =>
  facts([mention(rival, { citationUrls: times(9, '').map((_, i) => `https://a.example/${i}`) })], {
    dropped: { mentions: 0, citations: count, byReason: { citation_not_returned: count } },
  });
const withFacts = (list: readonly ReturnType<typeof facts>[]) =>
  list.map((one, index) => attempt({ runId: `run_0${index + 1}`, caseId: `case_0${index + 1}`, facts: one }));

/** For each rule, a case in which it applies, and a near miss in which it must not. */
export const ruleCases: RuleCases[] = [
  {
    id: 'VR01',
    when: 'the latest and one of the two answers before do not list the target',
    fires: { attempts: history([['third.example'], [own], [rival, 'third.example']]) },
    runIds: ['case_1_1', 'case_1_3'],
    says: 'Not listed in 2 of the last 3 answers to this question; listed: third.example, rival.example.',
    silentWhen: 'only the latest answer does not',
    silent: { attempts: history([[own], [own], [rival]]) },
  },
  {
    id: 'VR02',
    version: 2,
    when: "an answer cites the owner's page and does not list the target",
    fires: { attempts: answers([{ list: [rival], urls: [review, page] }]) },
    runIds: ['run_01'],
    says: `State plainly what you offer on ${page}.`,
    silentWhen: 'its name stands in the answer',
    silent: { attempts: answers([{ list: [rival, '~Acme'], urls: [page] }]) },
  },
  {
    id: 'VR03',
    when: 'two answers list the target and cite others only',
    fires: { attempts: answers([{ list: [own], urls: [review] }, { list: [own] }, { list: [rival], urls: [page] }]) },
    runIds: ['run_01', 'run_02'],
    says: 'only through other sites, most often review.example.',
    silentWhen: 'one of them cites the owner',
    silent: {
      attempts: answers([
        { list: [own], urls: [review] },
        { list: [own], urls: [page] },
      ]),
    },
  },
  {
    id: 'VR04',
    when: 'the median of three positions is four',
    fires: { attempts: panel([[own], ['?A', '?B', '?C', own], ['?A', '?B', '?C', '?D', own]]) },
    runIds: ['run_01', 'run_02', 'run_03'],
    says: 'Median position 4 over 3 answers',
    silentWhen: 'it is three',
    silent: { attempts: panel([[own], ['?A', '?B', own], ['?A', '?B', '?C', '?D', own]]) },
  },
  {
    id: 'VR05',
    when: 'one of five known answers to a question lists the target',
    fires: { attempts: history([[own], ...times(4, [rival]), ['~Acme']]) },
    runIds: ['case_1_1', 'case_1_2', 'case_1_3', 'case_1_4', 'case_1_5'],
    says: 'Listed in 1 of 5 answers to this question: unstable.',
    silentWhen: 'one of six does',
    silent: { attempts: history([[own], ...times(5, [rival])]) },
  },
  {
    id: 'VR06',
    when: 'fewer than ten answers are known',
    fires: { attempts: panel(times(9, [own])) },
    runIds: times(9, '').map((_, index) => `run_0${index + 1}`),
    // Nine of nine: Wilson 70.1 to 100; 16 answers give ten points at a share of one.
    says: 'With 9 known answers the score may lie anywhere from 70.1 to 100.0. About 7 more questions',
    silentWhen: 'ten agree',
    silent: { attempts: panel(times(10, [own])) },
  },
  {
    id: 'VR07',
    version: 2,
    when: 'a fifth of the answers cannot say',
    fires: { attempts: panel([[rival, '~Acme'], ...times(4, [own])]) },
    runIds: ['run_01'],
    says: '1 of 5 answers are excluded: in 1 your name stands without being read as a recommendation. Open them and see.',
    silentWhen: 'one of six cannot',
    silent: { attempts: panel([['~Acme'], ...times(5, [own])]) },
  },
  {
    id: 'VR08',
    version: 2,
    when: 'an unidentified name reads like the registered one without its space',
    fires: { attempts: panel([['?AcmeCloud'], ['?Somebody']]) },
    runIds: ['run_01'],
    says: "'AcmeCloud' may be you.",
    silentWhen: 'it only begins like it',
    silent: { attempts: panel([['?AcmeCloudy']]) },
  },
  {
    id: 'VR09',
    version: 2,
    when: 'the registered name is linked to another domain',
    fires: { attempts: panel([[mention(rival, { name: 'Acme' })]]) },
    runIds: ['run_01'],
    says: "'Acme' points to rival.example.",
    silentWhen: 'another name is',
    silent: { attempts: panel([[mention(rival, { name: 'Rival' })]]) },
  },
  {
    id: 'VR10',
    version: 2,
    when: 'one page is cited for two questions that list others only',
    fires: {
      attempts: answers([
        { list: [rival], urls: [review] },
        { list: [rival], urls: [review] },
      ]),
    },
    runIds: ['run_01', 'run_02'],
    says: `${review} is cited for 2 questions whose answers list others and not you.`,
    silentWhen: 'one of the two lists the target',
    silent: {
      attempts: answers([
        { list: [rival], urls: [review] },
        { list: [own], urls: [review] },
      ]),
    },
  },
  {
    id: 'VR11',
    when: 'one external domain supplies 40 % of the citations in five answers',
    fires: {
      attempts: answers([
        ...times(5, { list: [own], urls: [review, 'https://acme.example/'] }),
        { list: [own], urls: ['https://b.example/', 'https://c.example/'] },
      ]),
    },
    runIds: ['run_01', 'run_02', 'run_03', 'run_04', 'run_05'],
    says: 'review.example supplies 41.7 % of the citations.',
    silentWhen: 'four answers cite it',
    silent: { attempts: answers(times(4, { list: [own], urls: [review] })) },
  },
  {
    id: 'VR12',
    when: "three questions cite one of the owner's pages",
    fires: { attempts: answers(times(3, { list: [own], urls: [page] })) },
    runIds: ['run_01', 'run_02', 'run_03'],
    says: `${page} carries 3 questions.`,
    silentWhen: 'two do',
    silent: { attempts: answers(times(2, { list: [own], urls: [page] })) },
  },
  {
    id: 'VR13',
    when: 'a cited page of the owner failed a gate',
    fires: {
      attempts: answers([{ list: [own], urls: [page] }]),
      extra: { websiteRun: { runId: 'run_web', failedGates: [{ checkId: 'W01', urls: [page] }] } },
    },
    runIds: ['run_01', 'run_web'],
    says: `${page} is cited by one answer; website run run_web reports W01 for it.`,
    silentWhen: 'another page did',
    silent: {
      attempts: answers([{ list: [own], urls: [page] }]),
      extra: { websiteRun: { runId: 'run_web', failedGates: [{ checkId: 'W01', urls: ['https://acme.example/'] }] } },
    },
  },
  {
    id: 'VR14',
    version: 2,
    when: 'counted answers have no confirmed search',
    fires: {
      attempts: [
        attempt({ runId: 'run_1', caseId: 'case_1', completedSearchCount: 0 }),
        attempt({ runId: 'run_2', caseId: 'case_2', completedSearchCount: null }),
        attempt({ runId: 'run_3', caseId: 'case_3', completedSearchCount: 2 }),
      ],
    },
    runIds: ['run_1', 'run_2'],
    says: '1 counted answers were made without a search and 1 do not say.',
    silentWhen: 'only an answer that no longer counts has none',
    silent: {
      attempts: [
        attempt({ runId: 'run_1', createdAt: at(1), completedSearchCount: 0 }),
        attempt({ runId: 'run_2', createdAt: at(2), completedSearchCount: 1 }),
      ],
    },
  },
  {
    id: 'VR15',
    version: 2,
    when: 'a fifth of the questions was answered more than seven days ago',
    fires: {
      attempts: [
        ...panel(times(4, [own]), { createdAt: at(9) }),
        attempt({ runId: 'run_old', caseId: 'case_x', createdAt: at(2) }),
      ],
      extra: { now: '2026-03-09T10:00:00.001Z' },
    },
    runIds: ['run_old'],
    says: '1 of 5 answered questions have answers older than seven days.',
    silentWhen: 'they are exactly seven days old',
    silent: { attempts: panel(times(4, [own]), { createdAt: at(2) }), extra: { now: at(9) } },
  },
  {
    id: 'VR16',
    when: 'three of the last five attempts failed',
    fires: {
      attempts: [
        ...history([[own], [own]]),
        attempt({ runId: 'run_3', createdAt: at(3), status: 'failed' }),
        attempt({ runId: 'run_4', createdAt: at(4), status: 'cancelled' }),
        attempt({ runId: 'run_5', createdAt: at(5), status: 'failed' }),
        attempt({ runId: 'run_6', createdAt: at(6), status: 'running' }),
      ],
    },
    runIds: ['case_1_2', 'run_3', 'run_4', 'run_5'],
    says: '3 of the last 5 attempts at this question failed or were cancelled. The completed answer of 2026-03-02 is used.',
    silentWhen: 'two did',
    silent: {
      attempts: [
        ...history([[own], [own]]),
        attempt({ runId: 'run_3', createdAt: at(3), status: 'failed' }),
        attempt({ runId: 'run_4', createdAt: at(4), status: 'cancelled' }),
      ],
    },
  },
  {
    id: 'VR17',
    when: 'the latest answers come from two models',
    fires: { attempts: [...panel([[own], [own]]), attempt({ runId: 'run_b', caseId: 'case_b', model: 'model-b' })] },
    runIds: ['run_01', 'run_b'],
    says: 'The numbers mix 2 combinations of model and settings.',
    silentWhen: 'only an older answer came from another one',
    silent: {
      attempts: [
        attempt({ runId: 'run_1', createdAt: at(1), model: 'model-b' }),
        attempt({ runId: 'run_2', createdAt: at(2) }),
      ],
    },
  },
  {
    id: 'VR18',
    when: 'more history exists',
    fires: { attempts: panel([[own]]), extra: { truncated: true } },
    runIds: [],
    says: 'Only the newest 100 attempts count, and more exist.',
    silentWhen: 'all of it was considered',
    silent: { attempts: panel([[own]]) },
  },
  {
    id: 'VR19',
    when: 'the paired comparison finds a decrease',
    fires: {
      attempts: panel(times(6, [rival]), { runId: 'new' }),
      extra: { ...changeWindow, previousAttempts: panel(times(6, [own]), { runId: 'old' }) },
    },
    runIds: [
      'new_01',
      'new_02',
      'new_03',
      'new_04',
      'new_05',
      'new_06',
      'old_01',
      'old_02',
      'old_03',
      'old_04',
      'old_05',
      'old_06',
    ],
    says: 'Listing shows a decrease against the previous period: -100.0 points over 6 questions (-100.0 to -21.9 at 95 %, p=0.0313).',
    silentWhen: 'it finds none',
    silent: {
      attempts: panel(times(6, [rival]), { runId: 'new' }),
      extra: { ...changeWindow, previousAttempts: panel([...times(5, [own]), [rival]], { runId: 'old' }) },
    },
  },
  {
    id: 'VR20',
    when: 'a tenth of the links was removed in three answers',
    fires: { attempts: withFacts([removed(1), removed(1), removed(2), removed(0)]) },
    runIds: ['run_01', 'run_02', 'run_03'],
    says: 'In 3 answers some named links were not returned by the search and were removed (4 in all).',
    silentWhen: 'it was in two',
    silent: { attempts: withFacts([removed(1), removed(1), removed(0)]) },
  },
  {
    id: 'VR21',
    version: 2,
    when: 'another domain is in three of ten known answers',
    fires: { attempts: panel([...times(3, [rival]), ...times(7, [own])]) },
    runIds: ['run_01', 'run_02', 'run_03'],
    says: 'rival.example recurs in 3 of 10 known answers.',
    silentWhen: 'it is in three of eleven',
    silent: { attempts: panel([...times(3, [rival]), ...times(8, [own])]) },
  },
];
