import type { EvidenceBundle } from '../domain/checks/evidenceBundle.ts';

export type StoredEvidence = {
  /** SHA-256 hex of the canonical manifest, which identifies the whole evidence, bodies included. */
  manifestSha256: string;
  /** Size in the store, in bytes. */
  bytes: number;
};

export type EvidenceReading =
  | { kind: 'found'; bundle: EvidenceBundle; manifestSha256: string }
  /** Never written, or deleted. */
  | { kind: 'missing' }
  /** The stored data is not what was written. It is never analysed. */
  | { kind: 'corrupted'; cause: string };

/** Stores the evidence of runs. Bodies are private to the owner and leave only through the analyser. */
export interface EvidenceStore {
  /** Writes atomically; repeatable: a later write for the same run replaces the whole earlier one. */
  write(bundle: EvidenceBundle): Promise<StoredEvidence>;
  /** Returns exactly the bundle that was written, after checking every hash. */
  read(runId: string): Promise<EvidenceReading>;
  /** Returns the hash of the stored manifest, which alone is read and checked; null if none is valid. */
  findDigest(runId: string): Promise<string | null>;
  /** Writes, reads back and deletes a small file next to the evidence. @throws if one of these fails */
  tryOut(): Promise<void>;
  /** Returns true if there was something to delete. */
  delete(runId: string): Promise<boolean>;
}
