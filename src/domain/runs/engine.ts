import type { Surface } from './run.ts';

/** Settings of a question that an engine may or may not carry to its vendor. */
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

/** Polling interval from an age of a run on, both in milliseconds; the age counts from the reservation. */
type LookStep = { fromMs: number; everyMs: number };

/** Amount of work in one answer, in the units that its vendor bills. */
export type WorkAmounts = { inputTokens: number; outputTokens: number; searches: number };

/**
 * Typical work of an answer, and the most that its adapter asks for: what is held before one is bought. Where no limit
 * can be sent (input that the searches bring in, the length of an OpenAI answer) the figure is ours.
 */
export type AnswerWork = { typical: WorkAmounts; max: WorkAmounts };

/**
 * One way to ask a question: what it is, and the promises its adapter makes. Plain data, so that a list of engines can be
 * shown, saved with a run's harness, and tested as a table.
 */
export type Engine = {
  /** Saved with each run, in dashes: `openai`. */
  id: string;
  /** For people: `OpenAI Responses with web search`. */
  label: string;
  vendor: string;
  /** An API that its vendor offers, or a consumer page that a third party reads. */
  kind: 'api' | 'surface';
  /** Surface of its answers; `simulator` while the bundled simulator answers in its place. */
  surface: Surface;
  /** The surface of its measured answers, whether or not it is simulated now. */
  measuredSurface: Surface;
  /** Its value of the `platform` filter. */
  platform: string;
  simulated: boolean;
  /** `off`: nothing is bought there. Work that exists is still followed while its credentials are there. */
  state: 'ready' | 'off';
  /** Why it is off, as a sentence that says what to do; null if it is ready. */
  offReason: string | null;
  /** First part of every harness version, for example `kw-openai-responses/1`. */
  harnessName: string;
  /** Null if the vendor takes no model: what answered is then known from the answer alone, if at all. */
  defaultModel: string | null;
  recovery: Recovery;
  /** Explains how a lost purchase is found, or why it cannot be, as a sentence for its owner. */
  recoveryNote: string;
  canCancel: boolean;
  /** Its agent can be handed our SEO tool. */
  takesSeoTool: boolean;
  /** The settings that reach the vendor; any other one is refused if the question is saved. */
  honours: Readonly<Record<EngineSetting, boolean>>;
  /** Settings without which it cannot be asked. */
  requires: readonly ('country' | 'language')[];
  /** Characters of a question at most. */
  maxQuestionLength: number;
  /** `request`: the create leaves inside the request that asked for it. `worker`: the request answers immediately. */
  submittedBy: 'request' | 'worker';
  /** Milliseconds that a typical answer takes. */
  usualMs: number;
  /** Milliseconds from reservation until a run is given up. */
  deadlineMs: number;
  /** Null if the vendor has one price for an answer, whatever it took. */
  work: AnswerWork | null;
  /** Polling steps for work in progress; the first step begins at 0, later ones further on. */
  looks: readonly LookStep[];
};

/** Runs that were saved before engines had a name asked this one. */
export const firstEngineId = 'openai';

/** Returns true if a run's answer is the simulator's: a property of the run, because settings change and runs stay. */
export function isSimulated(run: { surface: Surface }): boolean {
  return run.surface === 'simulator';
}

/**
 * Returns the milliseconds between two polls of work of an age.
 * @param isOld whether the work has reached an age, in milliseconds
 */
export function lookIntervalMs(engine: Pick<Engine, 'looks'>, isOld: (ageMs: number) => boolean): number {
  const step = engine.looks.findLast(({ fromMs }) => fromMs === 0 || isOld(fromMs));
  return step?.everyMs ?? 60_000;
}
