/** Owner's note on a day, such as a rewritten page. It appears on the time axis and changes no number. */
export type SiteNote = {
  id: string;
  /** UTC date. */
  date: string;
  text: string;
  /** Email of the account that wrote it. */
  saidBy: string;
  /** ISO 8601. */
  saidAt: string;
};

export const maxSiteNotes = 500;
