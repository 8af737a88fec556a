import type { SmtpServer } from './mailSender.ts';

export type MessengerOptions = {
  /** Lets receivers be on this machine: for trials and tests. */
  allowPrivateTargets: boolean;
  /** Milliseconds per try. */
  timeoutMs: number;
  /** The operator's own mail server; null: there is none. */
  smtp: SmtpServer | null;
  /** Resolves names; the system's way unless a test says. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
};
