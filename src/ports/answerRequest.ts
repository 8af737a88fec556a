import type { FrozenAnswer } from '../domain/answer/frozenAnswer.ts';
import type { Locale, RunStatus, SearchSettings, Usage } from '../domain/runs/run.ts';

/** The provider's known ids of a run. `sessionId` is the free container, `taskId` the paid work. */
export type RemoteHandle = { sessionId: string | null; taskId: string | null };

/** A remote tool that the provider's agent may call once, with a secret that is useless elsewhere. */
type RemoteTool = { serverLabel: string; serverUrl: string; toolName: string; authorization: string };

/** One question, fully decided: an adapter only adds its wire format. */
export type AnswerRequest = {
  runId: string;
  question: string;
  locale: Locale;
  search: SearchSettings;
  harnessVersion: string;
  /** Domain that the optional SEO tool may query; null if the run has no such tool. */
  seoTool: (RemoteTool & { domain: string }) | null;
};

/** The provider's state of one task, in our terms. */
export type RemoteSnapshot = {
  status: RunStatus;
  model: string | null;
  /** ISO 8601 UTC time at which the provider finished; null while it works, or if it does not say. */
  finishedAt: string | null;
  completedSearchCount: number | null;
  answer: FrozenAnswer | null;
  usage: Usage;
  /** `code: message`, without secrets; null unless the work failed or needs an inspection. */
  error: string | null;
  /** The provider's own object without reasoning and without the echoed request, stored privately for re-reading. */
  raw: unknown;
  /** Our run id as the provider returned it, so that a webhook about a task without a receipt can be matched to its run. */
  runId?: string | null;
};
