/** Builds when there is no build, or when a source is newer than it; ends the process when that fails. */
export function ensureBuilt(): void;
