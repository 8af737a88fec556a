import type { ReportRow } from './reportRow.ts';

/** Names to which the keys of a query's rows refer. */
export type DivisionScope = {
  website: string;
  /** Domains of the declared rivals, with their names. */
  rivals: ReadonlyMap<string, string>;
  /** Question texts and labels of their tags, by question id. */
  questions: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, readonly string[]>;
};

/** A way to group the answers of a report. One answer may count under several keys, or under none. */
type Division = {
  label: string;
  /** True if its rows are days, weeks or months: they are ordered by time, without a previous period. */
  isTime: boolean;
  /** Which answers it counts. */
  counts: 'latest of the period' | 'latest of each stretch' | 'latest of each day';
  keysOf(row: ReportRow, scope: DivisionScope): readonly string[];
  labelOf(key: string, scope: DivisionScope): string;
  /** Returns the domain that a key's figures are about; default: the website's. */
  targetOf?(key: string): string;
  note: string | null;
};

const labelOf = (key: string) => key;
const ofPeriod = { isTime: false, counts: 'latest of the period', labelOf } as const;
const ofTime = {
  isTime: true,
  counts: 'latest of each stretch',
  labelOf,
  keysOf: ({ start }: ReportRow) => [start],
  note: 'Each row is a separate sample. Rows do not form a controlled trend.',
} as const;

const divisions = {
  none: { ...ofPeriod, label: 'Period', keysOf: () => [''], labelOf: () => 'all answers', note: null },
  day: { ...ofTime, label: 'Day' },
  week: { ...ofTime, label: 'Week from' },
  month: { ...ofTime, label: 'Month from' },
  engine: { ...ofPeriod, label: 'Engine', keysOf: () => [''], labelOf: () => 'all answers', note: null },
  question: {
    ...ofPeriod,
    label: 'Question',
    counts: 'latest of each day',
    keysOf: ({ questionId }) => [questionId],
    labelOf: (key, { questions }) => questions.get(key) ?? key,
    note: 'The latest answer to each question on each day counts.',
  },
  source: {
    ...ofPeriod,
    label: 'Source',
    keysOf: ({ cited }) => [...new Set(cited)],
    note: 'Figures of the website over the answers that cite the source. A citation does not show that the page influenced the answer.',
  },
  rival: {
    ...ofPeriod,
    label: 'Rival',
    keysOf: (_row, { website, rivals }) => [website, ...rivals.keys()],
    labelOf: (key, { rivals }) => rivals.get(key) ?? key,
    targetOf: (key) => key,
    note: 'For a rival every answer counts, including undecided ones, so its score is a lower bound.',
  },
  tag: {
    ...ofPeriod,
    label: 'Tag',
    keysOf: ({ questionId }, { tags }) => tags.get(questionId) ?? [],
    note: 'A question counts under each of its tags.',
  },
} as const satisfies Record<string, Division>;

export type DivisionId = keyof typeof divisions;
export const divisionIds = Object.keys(divisions) as [DivisionId, ...DivisionId[]];

export const divisionOf = (id: DivisionId): Division => divisions[id];
