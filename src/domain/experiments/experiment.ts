import type { Judgement } from './judge.ts';
import type { Protocol, RecordedChange, Registration } from './protocol.ts';

export type Experiment = {
  id: string;
  name: string;
  protocol: Protocol;
  registration: Registration | null;
  changes: RecordedChange[];
  stoppedAt: string | null;
  createdAt: string;
  createdBy: string;
};

/** An experiment in a list. `verdict` is that of the last judgement; null: none yet. */
export type ListedExperiment = Experiment & { verdict: Pick<Judgement, 'verdict' | 'words'> | null };
