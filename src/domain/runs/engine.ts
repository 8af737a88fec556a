import type { Surface } from './run.ts';

/** Settings of a question that an engine may support. */
export const engineSettings = [
  'domains',
  'country',
  'region',
  'city',
  'language',
  'timezone',
  'contextSize',
  'model',
  'device',
] as const;
export type EngineSetting = (typeof engineSettings)[number];

/** Ways to recover a create whose reply was lost. */
export const recoveries = ['exact', 'by_window', 'by_webhook', 'none'] as const;
type Recovery = (typeof recoveries)[number];

/** Polling interval of a run from a given age on, both in milliseconds; the age counts from the reservation. */
type PollStep = { fromMs: number; everyMs: number };

/** Amount of work in one answer, in the units that its vendor bills. */
export type WorkAmounts = { inputTokens: number; outputTokens: number; searches: number };

/**
 * Typical work of an answer, and the maximum that its adapter requests, for which money is held. Where no limit can be
 * sent (input added by searches, length of an OpenAI answer) the figure is our own.
 */
export type AnswerWork = { typical: WorkAmounts; max: WorkAmounts };

/**
 * One way to ask a question: its properties, and its adapter's promises. Plain data, so that engines can be listed,
 * saved with a run's harness, and tested as a table.
 */
export type Engine = {
  /** Saved with each run, lower case with dashes: `openai`. */
  id: string;
  /** For people: `OpenAI Responses with web search`. */
  label: string;
  vendor: string;
  /** An API offered by its vendor, or a consumer page read by a third party. */
  kind: 'api' | 'surface';
  /** Surface of its answers; `simulator` while the bundled simulator answers in its place. */
  surface: Surface;
  /** Surface of its measured answers, even if it is simulated now. */
  measuredSurface: Surface;
  /** Its value of the `platform` filter. */
  platform: string;
  simulated: boolean;
  /** `off`: nothing is bought there. Existing work is still polled if its credentials are set. */
  state: 'ready' | 'off';
  /** Reason why it is off, as a sentence with the remedy; null if it is ready. */
  offReason: string | null;
  /** First part of every harness version, for example `kw-openai-responses/1`. */
  harnessName: string;
  /** Null if the vendor does not accept a model: then only the answer may reveal which one answered. */
  defaultModel: string | null;
  recovery: Recovery;
  /** Explains how a lost purchase is found, or why it cannot be, as a sentence for its owner. */
  recoveryNote: string;
  canCancel: boolean;
  /** True if its agent can use our SEO tool. */
  takesSeoTool: boolean;
  /** Settings that reach the vendor. A question with any other one cannot be saved. */
  honours: Readonly<Record<EngineSetting, boolean>>;
  /** Settings that are required. */
  requires: readonly ('country' | 'language')[];
  /** Maximum number of characters in a question. */
  maxQuestionLength: number;
  /** `request`: the create is sent inside the request that caused it. `worker`: the request returns immediately. */
  submittedBy: 'request' | 'worker';
  /** Typical duration of an answer in milliseconds. */
  usualMs: number;
  /** Milliseconds from reservation until a run is given up. */
  deadlineMs: number;
  /** Null if the vendor has one price per answer. */
  work: AnswerWork | null;
  /** Polling steps for work in progress; the first step begins at 0, later ones further on. */
  looks: readonly PollStep[];
};

/** Engine of runs that were saved before engines had names. */
export const firstEngineId = 'openai';

/** Returns true if a run's answer is the simulator's. This is a property of the run, because settings change later. */
export function isSimulated(run: { surface: Surface }): boolean {
  return run.surface === 'simulator';
}

/**
 * Returns the milliseconds between two polls, by the age of the work.
 * @param isOld returns true if the work has reached an age, in milliseconds
 */
export function enginePollMs(engine: Pick<Engine, 'looks'>, isOld: (ageMs: number) => boolean): number {
  const step = engine.looks.findLast(({ fromMs }) => fromMs === 0 || isOld(fromMs));
  return step?.everyMs ?? 60_000;
}
