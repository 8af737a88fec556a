/** A saved page of the web app with its filters, under a name. Every member of the workspace sees it. */
export type SavedView = {
  id: string;
  name: string;
  /** Path and query of a page of the app, such as `/sites/site_1/questions?tab=missing`. */
  path: string;
  /** Email of the account that saved it. */
  savedBy: string;
  /** ISO 8601. */
  savedAt: string;
};

export const maxSavedViews = 200;
export const maxViewPathCharacters = 2_000;

/** A path of this app: a single leading slash and no backslash, because a browser would read either as another host. */
export const viewPathPattern = /^\/(?![/\\])[^\s\\]*$/;
