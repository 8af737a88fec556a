import type { EvidenceBundle } from '../domain/checks/evidenceBundle.ts';

export type StoredEvidence = {
  /** SHA-256 hex of the canonical manifest: names the whole evidence, bodies included. */
  manifestSha256: string;
  /** Bytes on the store. */
  bytes: number;
};

export type EvidenceReading =
  | { kind: 'found'; bundle: EvidenceBundle; manifestSha256: string }
  /** Never written, or deleted. */
  | { kind: 'missing' }
  /** Something is there that is not what was written. It is never analysed. */
  | { kind: 'corrupted'; cause: string };

/** Keeps the evidence of runs. Bodies are private to the owner and leave only through the analyser. */
export interface EvidenceStore {
  /** Atomic and repeatable: a later write for the same run replaces the earlier one as a whole. */
  write(bundle: EvidenceBundle): Promise<StoredEvidence>;
  /** Gives exactly the bundle that was written, after checking every hash. */
  read(runId: string): Promise<EvidenceReading>;
  /** The hash of the stored manifest, which is read and checked alone; null if there is none that holds. */
  findDigest(runId: string): Promise<string | null>;
  /** Writes, reads back and deletes a small file next to the evidence. @throws when one of these does not work */
  tryOut(): Promise<void>;
  /** True if there was something to delete. */
  delete(runId: string): Promise<boolean>;
}
