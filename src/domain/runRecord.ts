import type { Locale, RunKind, RunStatus, SearchMode, SearchSettings, Surface, Usage } from './run.ts';

/**
 * Where the paid create stands, which the public status does not tell apart:
 * reserved (nothing was sent) -> submitting (intent durable, the create may be on the wire) -> submitted (receipt saved),
 * or unresolved (the create may have worked; only a look may leave this phase, never another create).
 * Website runs go reserved -> capturing; a killed capture starts again within the same run.
 */
export const runPhases = ['reserved', 'submitting', 'submitted', 'unresolved', 'capturing'] as const;
export type RunPhase = (typeof runPhases)[number];

/** What was asked, frozen with the run. */
export type KeywordAsk = {
  kind: 'keyword';
  question: string;
  locale: Locale;
  search: SearchSettings & { model: string };
  seoDomain: string | null;
};
export type WebsiteAsk = { kind: 'website'; homeUrl: string; domain: string; siteName: string };
export type RunAsk = KeywordAsk | WebsiteAsk;

/** Our saved record of one evaluation. All times are ISO 8601 UTC. */
export type RunRecord = {
  id: string;
  workspaceId: string;
  ownerId: string;
  /** The account that asked. */
  accountId: string;
  kind: RunKind;
  /** The case (keyword) or website (website) that was evaluated. */
  targetId: string;
  websiteId: string | null;
  /** The same target across an owner's workspaces; see reservations. */
  reservationKey: string;
  harnessKey: string;
  harnessVersion: string;
  surface: Surface;
  ask: RunAsk;
  status: RunStatus;
  phase: RunPhase;
  /** Compare-and-set counter: every save names the version it read. */
  version: number;
  model: string | null;
  searchMode: SearchMode | null;
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
  /** When a worker should look next; null once the run has ended. */
  dueAt: string | null;
  /** Looks in a row that failed, for the back-off. */
  failedLooks: number;
  usage: Usage;
  error: string | null;
  replayOf: string | null;
};

/** The part of a run that a reader is shown, or that decides what is shown. */
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
    | 'cancelRequestedAt'
    | 'dueAt'
    | 'failedLooks'
    | 'usage'
    | 'error'
  >
>;
