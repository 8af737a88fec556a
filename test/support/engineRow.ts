import type { FaultRow } from '../../src/simulator/faultRow.ts';
import type { HttpReply, TestOptions, TestService } from './service.ts';

/** One engine in the table of faults. */
export type EngineRow = Omit<FaultRow, 'haste' | 'question' | 'notice'> & {
  id: string;
  /** Options of a service in which this engine is the declared one. `url` is the simulator's, once it runs. */
  options(url: () => string): TestOptions;
  /** Fields of a question besides its text. */
  asked: Readonly<Record<string, unknown>>;
  /** Sends the vendor's notice about this work, once more genuine or forged; null: it has none. */
  notice:
    | null
    | ((service: TestService, work: { taskId: string; runId: string }, genuine: boolean) => Promise<HttpReply>);
};
