import type { Protocol, RecordedChange, Registration } from './protocol.ts';

/** `draft` may be changed; `registered` is frozen; `stopped` ended early. */
export type ExperimentState = 'draft' | 'registered' | 'stopped';

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

export function stateOfExperiment({ registration, stoppedAt }: Experiment): ExperimentState {
  if (registration === null) return 'draft';
  return stoppedAt === null ? 'registered' : 'stopped';
}
