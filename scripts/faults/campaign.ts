/**
 * One promise under attack: the tests that attack it, and the settings that make the short form of `npm run test:long`
 * a long one.
 */
export type Campaign = {
  name: string;
  promise: string;
  files: readonly string[];
  /** Pattern: only the tests with a matching name are run. */
  only?: string;
  long?: Readonly<Record<string, string>>;
  /** A variant of the product without the protection: this campaign must find it. */
  control: Control;
};

/**
 * Edits of one file of a copy of the product. The replaced text must occur exactly once, so that an outdated control
 * fails.
 */
export type Control = {
  removes: string;
  file: string;
  without: string;
  instead: string;
  and?: { without: string; instead: string };
  /** Settings for faults that the short form may miss. */
  env?: Readonly<Record<string, string>>;
  /** Pattern: only the campaign's tests with a matching name are run. */
  only?: string;
};
