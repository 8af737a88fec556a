import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { waitLimitMs } from './patience.ts';
import { freePort } from './service.ts';

/** Two PostgreSQL servers of one test, the second following the first by streaming replication. */
export type StreamingReplica = {
  primaryUrl: string;
  replicaUrl: string;
  /** Pauses replay on the replica, and resumes it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopReplica(): void;
  startReplica(): void;
  close(): void;
};

const versions = '/usr/lib/postgresql';

/** Returns the folder of the server's own programs; null if this machine has none. */
function programs(): string | null {
  if (!existsSync(versions)) return null;
  const folders = readdirSync(versions).map((version) => join(versions, version, 'bin'));
  return (
    folders.find((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'initdb'))) ?? null
  );
}

export const whyNoReplica = programs() === null ? `no server programs below ${versions}` : null;

/** Everything runs as the user nobody, because the server refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export async function startStreamingReplica(): Promise<StreamingReplica> {
  const bin = programs();
  if (bin === null) throw new Error(String(whyNoReplica));
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sightline-replica-'));
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const ports = { primary: await freePort(), replica: await freePort() };
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...nobody,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: waitLimitMs,
    });
  const start = (which: 'primary' | 'replica') =>
    run(
      'pg_ctl',
      ...['-D', join(folder, which), '-l', join(folder, `${which}.log`), '-w', 'start', '-o'],
      `-p ${ports[which]} -h 127.0.0.1 -k ${folder} -c fsync=off -c shared_buffers=32MB`,
    );
  const stop = (which: 'primary' | 'replica') => run('pg_ctl', '-D', join(folder, which), '-m', 'immediate', 'stop');
  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  const close = () => {
    for (const which of ['replica', 'primary'] as const) {
      if (existsSync(join(folder, which, 'postmaster.pid'))) stop(which);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run('initdb', '-D', join(folder, 'primary'), '-U', 'postgres', '-A', 'trust', '-N');
    start('primary');
    const address = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'postgres'];
    run('pg_basebackup', ...address, '-D', join(folder, 'replica'), '-R', '-X', 'stream', '-c', 'fast');
    start('replica');
  } catch (cause) {
    close();
    throw cause;
  }
  const onReplica = async (text: string) => {
    const client = new pg.Client({ connectionString: urlOf(ports.replica) });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  return {
    primaryUrl: urlOf(ports.primary),
    replicaUrl: urlOf(ports.replica),
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    stopReplica: () => stop('replica'),
    startReplica: () => start('replica'),
    close,
  };
}
