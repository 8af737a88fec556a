import type { OperationId } from '../../contract/routes.ts';

/** Verb of a noun that calls one operation. Its options are the fields that `args` does not name. */
export type Verb = {
  verb: string;
  description: string;
  operation: OperationId;
  /** Fields that are arguments, in order. */
  args?: readonly string[];
  /** Field of the website: `--website` fills it, and a workspace's only website is the default. */
  website?: string;
  /** Fields with a fixed value: they have no option. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Columns of a list: heading, and path of a member below an entry. */
  columns?: Readonly<Record<string, string>>;
  /** Member of the response that contains the list. */
  list?: string;
  /** Text after a change without a response body; `{id}` is the last argument. */
  done?: string;
  /** Question to confirm before the call; `--yes` answers it. */
  confirm?: string;
  /** True for a call that buys: it sends an idempotency key created for this command. */
  spends?: true;
};

export type Noun = { noun: string; description: string; verbs: readonly Verb[] };
