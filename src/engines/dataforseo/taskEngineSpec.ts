import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import type { AnswerRequest } from '../../ports/answerRequest.ts';
import type { WireRecord } from '../../providers/wireRecords.ts';
import type { Family } from './lostTasks.ts';
import type { ListPaths } from './taskPlaces.ts';

/** In what one engine of this vendor differs from the others. */
export type TaskEngineSpec = {
  id: string;
  label: string;
  /** On in a trial without any key; absent: it is not. */
  inTrial?: boolean;
  /** Below `/v3/`, in front of `/task_post`. */
  path: string;
  family: Family;
  /** Characters of a question, before it is escaped. */
  maxQuestionLength: number;
  honoursDevice: boolean;
  /** Regions and cities; countries are honoured by all. */
  honoursCity: boolean;
  recoveryNote: string;
  lists: ListPaths;
  /** Why this question must not be sent; null: it may. */
  flawOf(question: string): string | null;
  /** Parameters of its task in addition to question, place, language and mark. */
  further(request: Pick<AnswerRequest, 'search'>): Readonly<Record<string, string | boolean>>;
  /** Reads the one result of a finished task. Null if it holds no answer that can be read, and none was ruled out. */
  freeze(result: WireRecord): FrozenAnswer | null;
};

/** Settings that the pages of chat apps share. */
export const ofChatApps = {
  family: 'ai_optimization',
  maxQuestionLength: 2_000,
  honoursDevice: false,
  honoursCity: false,
  recoveryNote:
    "By the run's own mark in the account's list of tasks, from a minute after it was sent; not yet confirmed with a real account.",
  flawOf: () => null,
} as const;

/** Settings that the pages of Google share. */
export const ofGooglePages = {
  family: 'serp',
  maxQuestionLength: 700,
  honoursDevice: true,
  honoursCity: true,
  recoveryNote: "By the run's own mark in the account's list of tasks, from a minute after it was sent.",
} as const;

/** The page as a computer shows it, unless the question names a telephone. */
export function deviceOf({ search }: Pick<AnswerRequest, 'search'>) {
  return search.device === 'mobile' ? { device: 'mobile', os: 'android' } : { device: 'desktop', os: 'windows' };
}
