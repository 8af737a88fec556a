import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../domain/text/readJson.ts';
import { UsageError } from '../failures.ts';
import { reasonOf } from '../givenFile.ts';

/** A person's session at one server: cookies with the rights of the web app. */
export type SavedSession = { email: string; cookie: string };

const fileSchema = z.strictObject({
  /** Server of the last sign-in, used if SIGHTLINE_URL is not set. */
  current: z.string().nullable(),
  sessions: z.record(z.string(), z.strictObject({ email: z.string(), cookie: z.string() })),
});
type Kept = z.infer<typeof fileSchema>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of saved sessions: the user's configuration folder. */
function sessionsFile(environment: Environment): string {
  const { XDG_CONFIG_HOME: configured = '', APPDATA: roaming = '' } = environment;
  const onWindows = process.platform === 'win32' && roaming !== '';
  const folder = configured !== '' ? configured : onWindows ? roaming : join(homedir(), '.config');
  return join(folder, 'sightline', 'sessions.json');
}

export function savedSession(environment: Environment, url: string): SavedSession | null {
  return read(environment).sessions[url] ?? null;
}

export function currentServer(environment: Environment): string | null {
  return read(environment).current;
}

/** Checks before a sign-in that its session can be saved. @throws UsageError naming the file or folder */
export function assertSavable(environment: Environment): void {
  read(environment);
  const folder = dirname(sessionsFile(environment));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new UsageError(`${folder} cannot be written: ${reasonOf(cause)}. Set XDG_CONFIG_HOME to another folder`);
  }
}

export function saveSession(environment: Environment, url: string, session: SavedSession): void {
  const { sessions } = read(environment);
  write(environment, { current: url, sessions: { ...sessions, [url]: session } });
}

export function forgetSession(environment: Environment, url: string): void {
  const { current, sessions } = read(environment);
  const { [url]: _gone, ...others } = sessions;
  write(environment, { current: current === url ? null : current, sessions: others });
}

/** A file that others can read is refused, because they may have copied the session. @throws UsageError */
function read(environment: Environment): Kept {
  const path = sessionsFile(environment);
  const text = textOf(path);
  if (text === null) return { current: null, sessions: {} };
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new UsageError(
      `${path} is readable by other users of this machine. Remove it, then run \`sightline sign-in\``,
    );
  }
  const parsed = fileSchema.safeParse(readJson(text));
  if (!parsed.success) throw new UsageError(`${path} cannot be read. Remove it, then run \`sightline sign-in\``);
  return parsed.data;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null;
    throw new UsageError(`${path} cannot be read: ${reasonOf(cause)}`);
  }
}

/** Writes a temporary file and renames it, so that a concurrent reader sees one complete state. */
function write(environment: Environment, entry: Kept): void {
  const path = sessionsFile(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}`;
  try {
    writeFileSync(beside, `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600 });
    chmodSync(beside, 0o600);
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}
