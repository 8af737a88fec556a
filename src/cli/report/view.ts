/** A report for people, before it is laid out for a terminal or as Markdown. */
export type Column = {
  name: string;
  right?: true;
  /** Takes the remaining width, and is cut if that is too small. One per table. */
  flexible?: true;
  /** Cuts the middle rather than the end, because addresses differ at their ends. */
  middle?: true;
  /** True for a drawing, for terminals only. */
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
