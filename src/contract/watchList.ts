/** Address at which a watcher lists plans, with its own secret; outside of both versions of the API. */
export const watchPath = '/api/watch';

/** The active plans, each with the key that asks for its rounds and nothing else. */
export type WatchList = {
  plans: readonly {
    planId: string;
    key: string;
    /** A round of it asks now, or is due. */
    hasWork: boolean;
    /** Its key was made with another secret and opens nothing; absent at servers of earlier releases. */
    isStale?: boolean;
  }[];
};
