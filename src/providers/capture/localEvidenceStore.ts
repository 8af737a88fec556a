import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvidenceStore } from '../../ports/evidenceStore.ts';
import { createEvidenceStore, type EvidenceFiles } from './sealedEvidence.ts';
import { syncDirectory, writeAtomically } from './writeAtomically.ts';

/** Stores evidence in `<directory>/<runId>/`, synced to disk before a write returns. */
export function createLocalEvidenceStore(directory: string): EvidenceStore {
  const homeOf = (runId: string) => join(directory, runId);
  const files: EvidenceFiles = {
    async write(runId, name, bytes) {
      const isNew = (await mkdir(homeOf(runId), { recursive: true, mode: 0o700 })) !== undefined;
      await writeAtomically(homeOf(runId), name, bytes);
      if (isNew) await syncDirectory(directory);
    },
    read: (runId, name) => readFile(join(homeOf(runId), name)).catch(nothingWhenMissing(null)),
    list: (runId) => readdir(homeOf(runId)).catch(nothingWhenMissing<string[]>([])),
    async remove(runId, names) {
      for (const name of names) await rm(join(homeOf(runId), name), { recursive: true, force: true });
      await syncDirectory(homeOf(runId)).catch(nothingWhenMissing(undefined));
      if ((await files.list(runId)).length > 0) return;
      await rmdir(homeOf(runId)).catch(nothingWhenMissing(undefined));
      await syncDirectory(directory);
    },
  };
  return createEvidenceStore(files);
}

function nothingWhenMissing<T>(nothing: T): (fault: unknown) => T {
  return (fault) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return nothing;
    throw fault;
  };
}
