import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config.ts';

/** Contents of a backup. Written last: a copy without it does not count as a backup. */
const manifestSchema = z.object({
  backupVersion: z.literal(1),
  /** ISO 8601 UTC, before the copy began: it contains everything older. */
  madeAt: z.iso.datetime(),
  databaseId: z.string(),
  /** Null for PostgreSQL, which its own tool copies. */
  database: z.object({ file: z.string(), bytes: z.number(), sha256: z.string() }).nullable(),
  /** Website evidence that the database refers to. It is not part of the backup: the operator copies its files. */
  evidence: z.array(z.object({ runId: z.string(), manifestSha256: z.string(), bytes: z.number() })),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

export function manifestPathOf(file: string): string {
  return `${file}.manifest.json`;
}

/** @throws ConfigError in one line if it is missing or invalid */
export function readManifest(file: string): BackupManifest {
  const path = manifestPathOf(file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${path}: is missing, and ${basename(file)} a backup needs it`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(`${path}: is not a manifest of a backup of this version`);
  }
}
