/** Address at which a watcher lists plans, with its own secret; outside both versions of the API. */
export const watchPath = '/api/watch';

/** Active plans, each with a key that can only request its rounds. */
export type WatchList = {
  plans: readonly {
    planId: string;
    key: string;
    /** True if a round is open or due. */
    hasWork: boolean;
    /** True if its key was made with another secret and does not work; absent on servers of earlier releases. */
    isStale?: boolean;
  }[];
};
