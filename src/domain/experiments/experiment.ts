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
