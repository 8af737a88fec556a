import type { OperationId } from '../../contract/routes.ts';

/** Verb of a noun that calls one operation; its options are the fields of the operation that `args` does not name. */
export type Verb = {
  verb: string;
  description: string;
  operation: OperationId;
  /** Fields that are arguments, in their order. */
  args?: readonly string[];
  /** Field that holds the website: `--website` fills it, and the only website is its default. */
  website?: string;
  /** Fields whose value is fixed: they have no option. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Columns of a list: heading, and path of the member below an entry. */
  columns?: Readonly<Record<string, string>>;
  /** Member of the answer that holds the list. */
  list?: string;
  /** Text after a change whose answer is empty; `{id}` is the last argument. */
  done?: string;
  /** Question to confirm before the call; `--yes` answers it. */
  confirm?: string;
  /** Marks a call that buys: it sends an idempotency key of this one command. */
  spends?: true;
};

export type Noun = { noun: string; description: string; verbs: readonly Verb[] };
