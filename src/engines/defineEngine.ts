import type { z } from 'zod';
import type { PriceRow } from '../domain/money/priceBook.ts';
import { type Engine, type EngineSetting, engineSettings } from '../domain/runs/engine.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { AnswerReader } from '../ports/answerReader.ts';
import type { Log } from '../ports/log.ts';
import type { FaultRow } from '../simulator/faultRow.ts';
import type { Dialect } from '../simulator/route.ts';
import type { SimulatorWiring } from '../simulator/works.ts';

/** Settings of the deployment that every engine may read. */
export type SharedSettings = {
  SUBMIT_TIMEOUT_MS: number;
  RUN_DEADLINE_SECONDS: number;
  POLL_INTERVAL_MS: number;
};

/** Parts from which an adapter is built. `simulated`: it calls the bundled simulator, with names that say so. */
export type EngineParts = {
  /** Null without a running simulator. */
  simulatorUrl: string | null;
  log: Log;
  simulated: boolean;
  /** Address at which the vendor reaches this service; null: it cannot. */
  reachableUrl: string | null;
  /** Scales a wait that the engine defines, in milliseconds, for this deployment: shorter in tests and trials. */
  hastened(ms: number): number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Creates what several engines of one account share, on first use. */
  once<Shared>(name: string, make: () => Shared): Shared;
};

/** One engine as one value: its folder contains everything specific to it, and all other code loops over the list. */
export type EngineDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  id: string;
  kind: Engine['kind'];
  /** The environment variables of its vendor, with their meaning. */
  variables: Shape;
  /** Variables without which nothing real can be asked. */
  credentials: readonly (keyof Shape & string)[];
  /** Names under which other programs know its variables. */
  foreignNames?: Readonly<Record<string, keyof Shape & string>>;
  /** Further uses of its credentials. */
  alsoUsedFor?: readonly string[];
  /** On in a trial without any key, so that a first report shows a comparison. */
  inTrial: boolean;
  /**
   * Explains that a lost create may never be found, so that real purchases need the operator's confirmation in
   * ACCEPT_UNRESOLVED. Null: not needed.
   */
  needsWord(isReachable: boolean): string | null;
  make(settings: z.output<z.ZodObject<Shape>> & SharedSettings, parts: EngineParts): AnswerProvider;
  /** Reduces its saved raw answers: offline, whether or not the engine is on. */
  freeze: AnswerReader['freeze'];
  prices: readonly PriceRow[];
  /** Name of its calls in an export of its vendor that names no engine. */
  exportedPath?: string;
  /** Its vendor in the bundled simulator; loaded only there. */
  simulator: {
    /** Variable with the vendor's address. */
    variable: keyof Shape & string;
    /** Path under which the simulator imitates this vendor. */
    path: string;
    dialect(): Promise<(wiring: SimulatorWiring) => Dialect>;
    faults(): Promise<FaultRow>;
  };
};

export function defineEngine<const Shape extends z.ZodRawShape>(
  definition: EngineDefinition<Shape>,
): EngineDefinition<Shape> {
  return definition;
}

/** Facts of an engine that do not depend on the deployment. Common defaults may be omitted. */
export type EngineFacts = Pick<
  Engine,
  'id' | 'label' | 'vendor' | 'harnessName' | 'defaultModel' | 'recovery' | 'recoveryNote' | 'usualMs' | 'deadlineMs'
> &
  Pick<Engine, 'work' | 'looks'> &
  Partial<
    Pick<
      Engine,
      | 'kind'
      | 'measuredSurface'
      | 'platform'
      | 'canCancel'
      | 'takesSeoTool'
      | 'requires'
      | 'maxQuestionLength'
      | 'submittedBy'
    >
  > & {
    /** The settings that reach the vendor. */
    honours: readonly EngineSetting[];
  };

/** Builds the engine from these facts. A simulated run is marked in name and surface. */
export function describeEngine({ honours, ...facts }: EngineFacts, simulated: boolean): Engine {
  const engine = {
    kind: 'api' as const,
    measuredSurface: facts.id,
    platform: facts.id,
    canCancel: false,
    takesSeoTool: false,
    requires: [],
    maxQuestionLength: 2_000,
    submittedBy: 'worker' as const,
    ...facts,
  };
  return {
    ...engine,
    simulated,
    surface: simulated ? 'simulator' : engine.measuredSurface,
    harnessName: simulated ? 'kw-simulator/1' : engine.harnessName,
    state: 'ready',
    offReason: null,
    honours: Object.fromEntries(engineSettings.map((name) => [name, honours.includes(name)])) as Engine['honours'],
  };
}
