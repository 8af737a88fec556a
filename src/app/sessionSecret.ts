import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sha256Hex } from '../domain/text/canonicalJson.ts';
import { forgetMark, readOrSetMark } from '../store/database/deploymentMarks.ts';
import type { Db } from '../store/database/transaction.ts';
import { type Config, ConfigError } from './config.ts';

const fileName = 'session-secret';
const markName = 'session_secret_sha256';
/** Minimum length: fewer characters can be guessed. */
const minSessionSecretLength = 32;

/**
 * Reads the secret that signs session cookies: SESSION_SECRET, otherwise the content of a file in DATA_DIR, which the
 * first start creates. It is never in the database. @throws ConfigError if the file is damaged
 */
export function readSessionSecret(config: Pick<Config, 'SESSION_SECRET' | 'DATA_DIR'>): string {
  if (config.SESSION_SECRET !== undefined) return config.SESSION_SECRET;
  const path = join(resolve(config.DATA_DIR), fileName);
  createOnce(path);
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length >= minSessionSecretLength) return secret;
  throw new ConfigError(
    `DATA_DIR: ${path} is damaged; restore the original, or delete it (everyone must then sign in again)`,
  );
}

/**
 * Writes the whole file under another name and then links it: of processes that start at once, one creates it and all
 * read it.
 */
function createOnce(path: string): void {
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(file);
    linkSync(temporary, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    closeSync(file);
    rmSync(temporary, { force: true });
  }
}

/**
 * Checks that processes with one database sign sessions with the same secret: otherwise a person would be signed in to
 * one of them but not to the next. The database stores a hash for comparison. @throws ConfigError
 */
export async function assertSharedSecret(db: Db, secret: string): Promise<void> {
  const own = sha256Hex(`sightline session secret\n${secret}`);
  if ((await readOrSetMark(db, markName, own)) === own) return;
  throw new ConfigError(
    'SESSION_SECRET: differs from that of this database. Give all processes the same one. To change it, stop them and run `sightline server end-sessions`.',
  );
}

export async function countOpenSessions(db: Db): Promise<number> {
  const { sessions } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<string | number>().as('sessions'))
    .executeTakeFirstOrThrow();
  return Number(sessions);
}

/** Ends every session, and lets the next start use another secret. */
export async function endSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst();
  await forgetMark(db, markName);
  return Number(numDeletedRows);
}
