/** Builds when there is no build, or when a source is newer than it; ends the process when that fails. */
export function ensureBuilt(): void;
/** Flags of Node.js with which the server is started. */
export const serverFlags: readonly string[];
