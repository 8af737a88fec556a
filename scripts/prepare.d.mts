/** Builds when there is no build, or when a source is newer than it; ends the process when that fails. */
export function ensureBuilt(): void;
/** Flags of Node.js with which the server is started. */
export const serverFlags: readonly string[];
/** The folder of the project. */
export const root: string;
/** An environment in which tools of the project, and its own Node.js, come first. */
export function ownEnvironment(): NodeJS.ProcessEnv;
/** Runs a command to its end in the project's folder and returns its exit code. */
export function run(command: string, args: readonly string[], options?: object): number;
export const serverEnvironment: Readonly<Record<string, string>>;
/** Node.js binary installed with the project. */
export declare const ownNode: string;
