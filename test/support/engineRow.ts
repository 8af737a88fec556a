import type { ScriptEntry } from '../../src/simulator/faults.ts';
import type { HttpReply, TestOptions, TestService } from './service.ts';

/** How a script spoils a reply, without the request that it applies to. */
type Spoilt = Omit<ScriptEntry, 'at' | 'when' | 'times'>;

/** One engine in the table of faults: what differs from engine to engine, and nothing else. */
export type EngineRow = {
  id: string;
  /** A service in which this engine is the declared one. `url` is the simulator's, once it runs. */
  options(url: () => string): TestOptions;
  /** What a question needs beside its text. */
  asked: Record<string, unknown>;
  /** The run id in the body of a paid create; null: its vendor takes none. */
  markOf: ((body: any) => unknown) | null;
  /** Replies that prove that nothing was made, with the code that the run's error begins with. */
  refusals: Record<'flaw' | 'tooMany' | 'noCredit', { spoilt: Spoilt; code: string }>;
  /** A lost create is found again before the deadline. */
  findsLost: boolean;
  /** What a completed run says that it cost; `stated`: what its vendor says, which differs from run to run. */
  costUsd: number | null | 'stated';
  /** What a run says that it cost whose work the vendor stopped; null: nobody says. */
  stoppedCostUsd: number | null;
  /** Sends the notice of its vendor about this work, once more genuine or forged; null: it has none. */
  notice:
    | null
    | ((service: TestService, work: { taskId: string; runId: string }, genuine: boolean) => Promise<HttpReply>);
  /** Faults of the table that this wire cannot have: name -> why. */
  cannot: Readonly<Record<string, string>>;
};
