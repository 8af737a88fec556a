/** A report as people read it, before it is laid out for a terminal or as Markdown. */
export type Column = {
  name: string;
  right?: true;
  /** Takes the width that is left, and is cut when that is not enough. One a table. */
  flexible?: true;
  /** Cuts the middle rather than the end: addresses differ at their ends. */
  middle?: true;
  /** A drawing, for terminals only. */
  drawn?: true;
  /** Shown from 100 columns on. */
  wide?: true;
};

export type Section = {
  title: string;
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  empty: string;
};

export type ReportView = { head: readonly string[]; sections: readonly Section[]; notes: readonly string[] };
