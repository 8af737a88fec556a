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
  /** Names, or columns with their layout. */
  columns: readonly (Column | string)[];
  rows: readonly (readonly string[])[];
  empty: string;
};

export const layoutOf = ({ columns }: Pick<Section, 'columns'>): Column[] =>
  columns.map((column) => (typeof column === 'string' ? { name: column } : column));

/** Builds a view of one table. */
export const tableView = (table: Section, notes: readonly string[] = []): ReportView => ({
  ...{ head: [], sections: [table], notes },
});

export type ReportView = { head: readonly string[]; sections: readonly Section[]; notes: readonly string[] };
