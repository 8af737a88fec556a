import type { Locale, RunStatus, SearchMode, SearchSettings, Surface, Usage } from './run.ts';

/**
 * State of the paid create, in more detail than the public status: reserved (nothing was sent) -> submitting (intent
 * durable, the create may have been sent) -> submitted (receipt saved), or unresolved (the create may have worked; only
 * a poll may leave this phase, never another create). Website runs go reserved -> capturing; an interrupted capture
 * starts again within the same run.
 */
export const runPhases = ['reserved', 'submitting', 'submitted', 'unresolved', 'capturing'] as const;
export type RunPhase = (typeof runPhases)[number];

/** Request, frozen with the run. */
type KeywordAsk = {
  kind: 'keyword';
  question: string;
  locale: Locale;
  /** With the requested model; null if the engine accepts none. */
  search: SearchSettings;
  seoDomain: string | null;
  /** Identity of the second reader of its answer; absent: only one reader. */
  secondReader?: string;
};
type WebsiteAsk = { kind: 'website'; homeUrl: string; domain: string; siteName: string };
export type RunAsk = KeywordAsk | WebsiteAsk;

/** Common part of every saved run, of any kind. All times are ISO 8601 UTC. */
type RunOfAnyKind = {
  id: string;
  workspaceId: string;
  ownerId: string;
  /** The account that requested it. */
  accountId: string;
  /** The case (keyword) or website (website) that was evaluated. */
  targetId: string;
  websiteId: string | null;
  /** Identifies the same target across an owner's workspaces; see reservations. */
  reservationKey: string;
  harnessKey: string;
  harnessVersion: string;
  surface: Surface;
  status: RunStatus;
  phase: RunPhase;
  /** Compare-and-set counter: every save names the version it read. */
  version: number;
  model: string | null;
  allowedDomains: readonly string[];
  useSeoTools: boolean;
  environmentFingerprint: string | null;
  completedSearchCount: number | null;
  sessionId: string | null;
  taskId: string | null;
  createdAt: string;
  updatedAt: string;
  observedAt: string | null;
  submittedAt: string | null;
  deadlineAt: string;
  cancelRequestedAt: string | null;
  /** Number of cancel requests sent to the provider, and the time of the last one on the steady clock. */
  cancelAsks: number;
  cancelAskedAt: string | null;
  /** Due time of the next poll; null once the run has ended. */
  dueAt: string | null;
  /** Consecutive failed polls, for the back-off. */
  failedPolls: number;
  usage: Usage;
  error: string | null;
  replayOf: string | null;
  /** API key of the request; null for a session, and if it was not recorded. */
  keyId: string | null;
  /** Plan that bought it; null otherwise. */
  planId: string | null;
  /** Time at which proof of its purchase reopened a run that had been given up; null: never. */
  reopenedAt: string | null;
};

/** An answer to a question, by one engine. */
export type KeywordRun = RunOfAnyKind & {
  kind: 'keyword';
  /** Id of the engine. */
  engine: string;
  ask: KeywordAsk;
  searchMode: SearchMode;
};

/** A capture of a website's pages, and their checks. */
export type WebsiteRun = RunOfAnyKind & { kind: 'website'; engine: null; ask: WebsiteAsk; searchMode: null };

/** Our saved record of one evaluation. */
export type RunRecord = KeywordRun | WebsiteRun;

/** Subject and method of a run: the part that differs between kinds of runs. */
export type EvaluatedRun = PartByKind<KeywordRun> | PartByKind<WebsiteRun>;
type PartByKind<Run extends RunRecord> = Pick<Run, 'kind' | 'engine' | 'ask' | 'searchMode'>;

/** The part of a run that is shown, or that decides what is shown. */
export type ShownRun = Pick<
  RunRecord,
  | 'id'
  | 'kind'
  | 'status'
  | 'phase'
  | 'model'
  | 'searchMode'
  | 'harnessVersion'
  | 'environmentFingerprint'
  | 'allowedDomains'
  | 'completedSearchCount'
  | 'surface'
  | 'sessionId'
  | 'taskId'
  | 'createdAt'
  | 'updatedAt'
  | 'observedAt'
  | 'usage'
  | 'error'
>;

/** Progress of a capture. The plan is null until the sample is drawn; `page` is the address being read. */
export type CaptureStanding = { pagesRead: number; pagesPlanned: number | null; page: string };

/** The part of a run that a save may change. */
export type RunPatch = Partial<
  Pick<
    RunRecord,
    | 'status'
    | 'phase'
    | 'model'
    | 'environmentFingerprint'
    | 'completedSearchCount'
    | 'sessionId'
    | 'taskId'
    | 'observedAt'
    | 'submittedAt'
    | 'deadlineAt'
    | 'cancelRequestedAt'
    | 'cancelAsks'
    | 'cancelAskedAt'
    | 'dueAt'
    | 'failedPolls'
    | 'usage'
    | 'error'
    | 'reopenedAt'
  >
>;
