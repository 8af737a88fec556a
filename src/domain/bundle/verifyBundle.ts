import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readAnswer, readerVersion } from '../answer/readAnswer.ts';
import { factsOf, ownLimitations, publicResult } from '../answer/savedReading.ts';
import { canonicalJson, digestOf, type JsonValue } from '../canonicalJson.ts';
import { failedGates } from '../checks/failedGates.ts';
import type { VisibilityAttempt } from '../visibility/attempt.ts';
import { ruleVersions } from '../visibility/visibilityRecommendations.ts';
import {
  answerPath,
  type BundledAnswer,
  type BundledWebsiteRun,
  bundleFormat,
  citationsPath,
  inputsPath,
  type Manifest,
  manifestPath,
  type ReportInputs,
  reportPath,
  type WrittenInputs,
  websiteRunPath,
} from './bundle.ts';
import { computeReports } from './computeReports.ts';
import { type Difference, differencesBetween } from './differences.ts';
import { listCitations } from './listCitations.ts';

export type Verification = {
  /** SHA-256 hex of the manifest: two bundles with the same one are the same bundle. null without a manifest. */
  manifestDigest: string | null;
  /** Empty: every file is the one that was written, and every number follows from its evidence. */
  differences: Difference[];
  /** What could not be done again, and why. No note is a difference. */
  notes: string[];
  counted: { files: number; readings: number; reports: number };
};

/** The files of a folder by their path, with forward slashes. */
export type FolderFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Checks a bundle offline: the bytes of each file against the manifest, each reading against the frozen answer, and each
 * number of the five reports, the citations and the failed gates against the inputs. Never throws for what a file holds.
 */
export function verifyBundle(files: FolderFiles): Verification {
  const found: Verification = {
    manifestDigest: null,
    differences: [],
    notes: [],
    counted: { files: 0, readings: 0, reports: 0 },
  };
  const manifest = verifyManifest(files, found);
  if (manifest === null) return found;
  verifyFiles(files, manifest, found);
  if (manifest.format !== bundleFormat) {
    found.notes.push(`This bundle has format ${manifest.format}; this program recomputes format ${bundleFormat} only.`);
    return found;
  }
  if (canonicalJson(manifest.versions.rules) !== canonicalJson(ruleVersions)) {
    found.notes.push('The recommendation rules have changed since; a difference in them may come from that.');
  }
  try {
    verifyContents(files, found);
  } catch (cause) {
    // A file that was altered until it has no usable shape; which one has already been said above.
    add(
      found,
      inputsPath,
      '',
      'a shape that cannot be recomputed',
      String(cause instanceof Error ? cause.message : cause),
    );
  }
  return found;
}

function add(found: Verification, file: string, at: string, says: string, gives: string): void {
  found.differences.push({ file, at, says, gives });
}

function verifyManifest(files: FolderFiles, found: Verification): Manifest | null {
  const bytes = files.get(manifestPath);
  if (bytes === undefined) {
    add(found, manifestPath, '', 'nothing', 'every bundle has one');
    return null;
  }
  found.manifestDigest = hexOf(bytes);
  const manifest = parse(bytes) as Manifest | undefined;
  const isManifest =
    typeof manifest === 'object' &&
    manifest !== null &&
    Array.isArray(manifest.files) &&
    Array.isArray(manifest.versions?.rules);
  if (!isManifest) {
    add(found, manifestPath, '', 'no manifest', 'a manifest is expected');
    return null;
  }
  if (textOf(bytes) !== canonicalJson(manifest)) {
    add(found, manifestPath, '', 'other bytes', 'canonical JSON (RFC 8785) of the same content');
  }
  return manifest;
}

function verifyFiles(files: FolderFiles, manifest: Manifest, found: Verification): void {
  const listed = new Set<string>([manifestPath]);
  for (const entry of manifest.files) {
    listed.add(entry.path);
    const bytes = files.get(entry.path);
    if (bytes === undefined) {
      add(found, entry.path, '', 'is missing', `${entry.bytes} bytes, sha256 ${entry.sha256}`);
      continue;
    }
    found.counted.files += 1;
    const digest = hexOf(bytes);
    if (digest !== entry.sha256 || bytes.length !== entry.bytes) {
      add(
        found,
        entry.path,
        '',
        `${bytes.length} bytes, sha256 ${digest}`,
        `${entry.bytes} bytes, sha256 ${entry.sha256}`,
      );
    }
  }
  for (const path of [...files.keys()].sort()) {
    if (!listed.has(path)) add(found, path, '', 'a file', 'the manifest does not list it');
  }
}

function verifyContents(files: FolderFiles, found: Verification): void {
  const written = read<WrittenInputs>(files, inputsPath);
  if (written === undefined) return;
  const answers = new Map<string, BundledAnswer>();
  for (const attempt of [...written.attempts, ...(written.previousAttempts ?? [])]) {
    const answer = read<BundledAnswer>(files, answerPath(attempt.runId));
    if (answer === undefined) continue;
    if (!answers.has(attempt.runId)) verifyReading(answer, answerPath(attempt.runId), found);
    answers.set(attempt.runId, answer);
  }
  const withFacts = (attempt: WrittenInputs['attempts'][number]): VisibilityAttempt => ({
    ...attempt,
    facts: answers.get(attempt.runId)?.facts ?? null,
  });
  const websiteRun = read<BundledWebsiteRun>(files, websiteRunPath) ?? null;
  const summary = websiteRun === null ? null : { runId: websiteRun.runId, failedGates: failedGates(websiteRun.result) };
  if (websiteRun !== null) verifyDigest(websiteRun, found);
  compare(found, inputsPath, { websiteRun: written.websiteRun }, { websiteRun: summary });
  const inputs: ReportInputs = {
    ...written,
    attempts: written.attempts.map(withFacts),
    previousAttempts: written.previousAttempts?.map(withFacts) ?? null,
    websiteRun: summary,
  };
  compare(found, citationsPath, read(files, citationsPath), listCitations(inputs));
  for (const [name, report] of Object.entries(computeReports(inputs))) {
    found.counted.reports += 1;
    compare(found, reportPath(name), read(files, reportPath(name)), report);
  }
}

function verifyReading(answer: BundledAnswer, path: string, found: Verification): void {
  if (answer.frozen === null) {
    found.notes.push(`${path} holds no frozen answer, so its reading cannot be done again.`);
    return;
  }
  if (answer.readerVersion !== readerVersion) {
    found.notes.push(`${path} was read by ${answer.readerVersion}; this program reads with ${readerVersion}.`);
    return;
  }
  found.counted.readings += 1;
  const reading = readAnswer(answer.frozen);
  const fresh = { result: publicResult(reading, ownLimitations(answer.result, answer.facts)), facts: factsOf(reading) };
  compare(found, path, { result: answer.result, facts: answer.facts }, fresh);
}

/** A replay names the run it replays, and keeps the digest of the capture itself. */
function verifyDigest({ resultDigest, result }: BundledWebsiteRun, found: Verification): void {
  if (resultDigest === null) return;
  const digest = digestOf({ ...result, coverage: { ...result.coverage, replayOf: null } });
  compare(found, websiteRunPath, { resultDigest }, { resultDigest: digest });
}

function compare(found: Verification, file: string, says: unknown, gives: unknown): void {
  // Through JSON, so that what is left out in writing is left out on both sides.
  const plain = (value: unknown) => (value === undefined ? undefined : (JSON.parse(canonicalJson(value)) as JsonValue));
  found.differences.push(...differencesBetween(file, plain(says), plain(gives)));
}

function read<T>(files: FolderFiles, path: string): T | undefined {
  const bytes = files.get(path);
  return bytes === undefined ? undefined : (parse(bytes) as T | undefined);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function hexOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
