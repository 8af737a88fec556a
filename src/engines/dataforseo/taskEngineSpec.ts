import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import type { AnswerRequest } from '../../ports/answerRequest.ts';
import type { WireRecord } from '../../providers/wireRecords.ts';
import type { Family } from './lostTasks.ts';
import type { ListPaths } from './taskPlaces.ts';

/** Parts in which one engine of this vendor differs from the others. */
export type TaskEngineSpec = {
  id: string;
  label: string;
  /** True if it is on in a trial without any key. */
  inTrial?: boolean;
  /** Path under `/v3/`, before `/task_post`. */
  path: string;
  family: Family;
  /** Maximum number of characters in a question, before escaping. */
  maxQuestionLength: number;
  honoursDevice: boolean;
  /** True if regions and cities are supported; countries always are. */
  honoursCity: boolean;
  recoveryNote: string;
  lists: ListPaths;
  /** Returns why this question must not be sent; null if it may. */
  flawOf(question: string): string | null;
  /** Returns parameters of its task in addition to question, place, language and tag. */
  further(request: Pick<AnswerRequest, 'search'>): Readonly<Record<string, string | boolean>>;
  /** Reads the one result of a finished task. Null if it contains no readable answer and none was ruled out. */
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

/** Returns the device, by default a desktop. */
export function deviceOf({ search }: Pick<AnswerRequest, 'search'>) {
  return search.device === 'mobile' ? { device: 'mobile', os: 'android' } : { device: 'desktop', os: 'windows' };
}
