import type { SmtpServer } from './mailSender.ts';

export type MessengerOptions = {
  /** Allows receivers on this machine: for trials and tests. */
  allowPrivateTargets: boolean;
  /** Milliseconds per try. */
  timeoutMs: number;
  /** The operator's mail server; null if there is none. */
  smtp: SmtpServer | null;
  /** Resolves names; defaults to the system's resolver, replaced in tests. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
};
