/** Where a watcher asks which plans there are; with its own secret, outside of both versions of the API. */
export const watchPath = '/api/watch';

/** The active plans, each with the key that asks for its rounds and nothing else. */
export type WatchList = {
  plans: readonly {
    planId: string;
    key: string;
    /** A round of it asks now, or is due. */
    hasWork: boolean;
  }[];
};
