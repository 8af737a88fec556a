/** One promise under attack: the tests that attack it, and what makes the short form of `npm run test:long` a long one. */
export type Campaign = {
  name: string;
  promise: string;
  files: readonly string[];
  /** Of these files only the tests whose name matches. */
  only?: string;
  long?: Readonly<Record<string, string>>;
  /** A variant of the product without the protection: this campaign must find it. */
  control: Control;
};

/** Edits of one file of a copy of the product. What is replaced must stand in it exactly once, so that a control that has grown old says so. */
export type Control = {
  removes: string;
  file: string;
  without: string;
  instead: string;
  and?: { without: string; instead: string };
  /** What the short form is too short to find for sure. */
  env?: Readonly<Record<string, string>>;
  /** Of the campaign only the tests whose name matches. */
  only?: string;
};
