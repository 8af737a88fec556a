import { readFileSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * The commits that stand in SQLite's log of a database (https://www.sqlite.org/fileformat2.html#the_write_ahead_log):
 * each ends with a frame that says how large the database then is. `generation` changes when the log begins anew.
 */
export function walCommits(sqlitePath: string): { commits: number; generation: string } {
  const log = readFileSync(`${sqlitePath}-wal`);
  if (log.length < headerBytes) return { commits: 0, generation: '' };
  const pageBytes = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameHeaderBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    // What lies behind the last frame of this generation is an older one.
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    if (log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return { commits, generation: salts.toString('hex') };
}
