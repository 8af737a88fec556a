import { readFileSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * Counts the commits in SQLite's write-ahead log of a database
 * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): each ends with a frame that states the new size of the
 * database. `generation` changes when the log starts again.
 */
export function walCommits(sqlitePath: string): { commits: number; generation: string } {
  const log = readFileSync(`${sqlitePath}-wal`);
  if (log.length < headerBytes) return { commits: 0, generation: '' };
  const pageBytes = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameHeaderBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    // Frames after the last one of this generation are older.
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    if (log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return { commits, generation: salts.toString('hex') };
}
