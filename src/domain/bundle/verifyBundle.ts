import { isMarkedUnreadable } from '../answer/cutOff.ts';
import type { FrozenAnswer } from '../answer/frozenAnswer.ts';
import { readAnswer } from '../answer/readAnswer.ts';
import { readerVersion } from '../answer/readerVersion.ts';
import type { AnswerReading } from '../answer/reading.ts';
import { extractFacts, ownLimitations, publicResult } from '../answer/savedReading.ts';
import { decideTogether } from '../answer/secondReading.ts';
import { failedGates } from '../checks/failedGates.ts';
import { type NamedEvidence, recomputeEvidence } from '../experiments/evidence.ts';
import type { VisibilityAttempt } from '../identity/attempt.ts';
import { expectedLabel } from '../runs/engineLabels.ts';
import { canonicalJson, digestOf, type JsonValue } from '../text/canonicalJson.ts';
import { v1Comparison, v1PanelPower } from '../visibility/comparison/v1.ts';
import type { ReportData } from '../visibility/reportData.ts';
import { computeReports } from '../visibility/runReport.ts';
import { ruleVersions } from '../visibility/visibilityRecommendations.ts';
import {
  answerPath,
  type BundledAnswer,
  type BundledWebsiteRun,
  bundleFormat,
  citationsPath,
  formatOfV1Comparison,
  inputsPath,
  isExperimentPath,
  type Manifest,
  manifestPath,
  reportPath,
  type WrittenInputs,
  websiteRunPath,
  withAnswers,
} from './bundle.ts';
import { type FolderFiles, hexOf, parse, read, textOf } from './bundleFiles.ts';
import { type Difference, differencesBetween } from './differences.ts';
import { listCitations } from './listCitations.ts';

export type Verification = {
  /** SHA-256 hex of the manifest: bundles with equal digests are equal. null without a manifest. */
  manifestDigest: string | null;
  /** Empty if every file is unchanged and every number follows from its evidence. */
  differences: Difference[];
  /** Readings that could not be repeated, with the reason. Numbers based on them rest on unchecked facts. */
  missing: string[];
  /** Further remarks, which are not differences. */
  notes: string[];
  counted: { files: number; readings: number; reports: number; experiments: number };
};

/**
 * Checks a bundle offline: the bytes of each file against the manifest, each reading against the frozen answer, and
 * each number of the five reports, the citations and the failed gates against the inputs. Never throws because of a
 * file's contents.
 * @param readings of `answersToRead` by run id, from a caller that can interrupt a slow reading; null for an
 * interrupted one
 */
export function verifyBundle(files: FolderFiles, readings?: ReadonlyMap<string, AnswerReading | null>): Verification {
  const answersByRun: Verification = {
    manifestDigest: null,
    differences: [],
    missing: [],
    notes: [],
    counted: { files: 0, readings: 0, reports: 0, experiments: 0 },
  };
  const manifest = verifyManifest(files, answersByRun);
  if (manifest === null) return answersByRun;
  verifyFiles(files, manifest, answersByRun);
  if (manifest.format < formatOfV1Comparison || manifest.format > bundleFormat) {
    answersByRun.missing.push(
      `This bundle has format ${manifest.format}; this program recomputes formats ${formatOfV1Comparison} to ${bundleFormat} only, so nothing but its bytes was checked.`,
    );
    return answersByRun;
  }
  if (canonicalJson(manifest.versions.rules) !== canonicalJson(ruleVersions)) {
    answersByRun.notes.push('The recommendation rules have changed since; a difference in them may come from that.');
  }
  if (manifest.format === formatOfV1Comparison && hasDecidingRepeats(files)) {
    answersByRun.notes.push(contradictionNote);
  }
  try {
    verifyContents(files, manifest, answersByRun, readings);
  } catch (cause) {
    // The file was altered so far that it has no usable shape; the difference itself was reported above.
    add(
      answersByRun,
      inputsPath,
      '',
      'a shape that cannot be recomputed',
      String(cause instanceof Error ? cause.message : cause),
    );
  }
  return answersByRun;
}

/** Returns the frozen answers that this version reads again, by run id. Their shape is not validated. */
export function answersToRead(files: FolderFiles): ReadonlyMap<string, FrozenAnswer> {
  const answersByRun = new Map<string, FrozenAnswer>();
  const content = read<Partial<WrittenInputs> | null>(files, inputsPath);
  for (const attempt of [content?.attempts, content?.previousAttempts].flatMap((each) => each ?? [])) {
    const answer = read<BundledAnswer | null>(files, answerPath(attempt?.runId));
    if (answer?.readerVersion === readerVersion && answer.frozen !== null)
      answersByRun.set(attempt.runId, answer.frozen);
  }
  return answersByRun;
}

function add(answersByRun: Verification, file: string, at: string, says: string, gives: string): void {
  answersByRun.differences.push({ file, at, says, gives });
}

function verifyManifest(files: FolderFiles, answersByRun: Verification): Manifest | null {
  const bytes = files.get(manifestPath);
  if (bytes === undefined) {
    add(answersByRun, manifestPath, '', 'nothing', 'every bundle has one');
    return null;
  }
  answersByRun.manifestDigest = hexOf(bytes);
  const manifest = parse(bytes) as Manifest | undefined;
  const isManifest =
    typeof manifest === 'object' &&
    manifest !== null &&
    Array.isArray(manifest.files) &&
    manifest.files.every(isEntry) &&
    Array.isArray(manifest.versions?.rules);
  if (!isManifest) {
    add(answersByRun, manifestPath, '', 'no manifest', 'a manifest is expected');
    return null;
  }
  if (textOf(bytes) !== canonicalJson(manifest)) {
    add(answersByRun, manifestPath, '', 'other bytes', 'canonical JSON (RFC 8785) of the same content');
  }
  return manifest;
}

function isEntry(entry: unknown): entry is Manifest['files'][number] {
  if (typeof entry !== 'object' || entry === null) return false;
  const { path, bytes, sha256 } = entry as Record<string, unknown>;
  return typeof path === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
}

function verifyFiles(files: FolderFiles, manifest: Manifest, answersByRun: Verification): void {
  const listed = new Set<string>([manifestPath]);
  for (const entry of manifest.files) {
    listed.add(entry.path);
    const bytes = files.get(entry.path);
    if (bytes === undefined) {
      add(answersByRun, entry.path, '', 'is missing', `${entry.bytes} bytes, sha256 ${entry.sha256}`);
      continue;
    }
    answersByRun.counted.files += 1;
    const digest = hexOf(bytes);
    if (digest !== entry.sha256 || bytes.length !== entry.bytes) {
      add(
        answersByRun,
        entry.path,
        '',
        `${bytes.length} bytes, sha256 ${digest}`,
        `${entry.bytes} bytes, sha256 ${entry.sha256}`,
      );
    }
  }
  for (const path of [...files.keys()].sort()) {
    if (!listed.has(path)) add(answersByRun, path, '', 'a file', 'the manifest does not list it');
  }
}

function verifyContents(
  files: FolderFiles,
  manifest: Manifest,
  answersByRun: Verification,
  readings: ReadonlyMap<string, AnswerReading | null> | undefined,
): void {
  const madeInputs = readOrTell<WrittenInputs>(files, inputsPath, answersByRun);
  if (madeInputs === undefined) {
    // Without the inputs no number can be verified.
    if (!files.has(inputsPath)) add(answersByRun, inputsPath, '', 'nothing', 'every bundle has one');
    return;
  }
  const { madeAt, ...record } = madeInputs;
  compare(answersByRun, manifestPath, { madeAt: manifest.madeAt }, { madeAt });
  verifyLabel(manifest, record.engine, answersByRun);
  const answers = new Map<string, BundledAnswer>();
  for (const attempt of [...record.attempts, ...(record.previousAttempts ?? [])]) {
    if (answers.has(attempt.runId)) continue;
    const answer = readOrTell<BundledAnswer>(files, answerPath(attempt.runId), answersByRun);
    if (answer === undefined) continue;
    verifyReading(answer, attempt, answersByRun, readings?.get(attempt.runId));
    answers.set(attempt.runId, answer);
  }
  const websiteRun = readOrTell<BundledWebsiteRun>(files, websiteRunPath, answersByRun) ?? null;
  const summary = websiteRun === null ? null : { runId: websiteRun.runId, failedGates: failedGates(websiteRun.result) };
  if (websiteRun !== null) verifyDigest(websiteRun, answersByRun);
  compare(answersByRun, inputsPath, { websiteRun: record.websiteRun }, { websiteRun: summary });
  const inputs: ReportData = { ...withAnswers(record, answers), websiteRun: summary };
  if (inputs.days !== undefined) answersByRun.notes.push(countedNote);
  compare(answersByRun, citationsPath, read(files, citationsPath), listCitations(inputs));
  for (const [name, report] of Object.entries(recomputeReports(inputs, manifest))) {
    answersByRun.counted.reports += 1;
    compare(answersByRun, reportPath(name), read(files, reportPath(name)), report);
  }
  verifyExperiments(files, answersByRun);
}

/** Repeats the draw and the verdict of each experiment. Its answers may be older than those of the bundle. */
function verifyExperiments(files: FolderFiles, answersByRun: Verification): void {
  for (const path of [...files.keys()].filter(isExperimentPath).sort()) {
    const evidence = readOrTell<NamedEvidence>(files, path, answersByRun);
    if (evidence === undefined) continue;
    const { states, gives } = recomputeEvidence(evidence);
    compare(answersByRun, path, states, gives);
    answersByRun.counted.experiments += 1;
    answersByRun.notes.push(`Experiment “${evidence.name}”: ${gives.judgement.words}.`);
  }
}

/** The engine's display name follows from its id, on which the numbers are based. Earlier bundles have none. */
function verifyLabel({ engineLabel }: Manifest, engine: string, answersByRun: Verification): void {
  if (engineLabel === undefined) return;
  const expected = expectedLabel(engine, engineLabel);
  if (expected !== null) compare(answersByRun, manifestPath, { engineLabel }, { engineLabel: expected });
  else answersByRun.notes.push(`This program does not know the engine ${engine}, so that its label was not checked.`);
}

function recomputeReports(inputs: ReportData, { format }: Manifest): object {
  if (format !== formatOfV1Comparison) return computeReports(inputs);
  const { overview, ...reports } = computeReports({ ...inputs, version: 'v1' });
  const { comparison, panelPower, periodRate: _rate, ...rest } = overview;
  const old = { panelPower: v1PanelPower(panelPower), comparison: comparison && v1Comparison(comparison) };
  return { ...reports, overview: { ...rest, ...old } };
}

const countedNote =
  'The period has more answers than this bundle. The server counted the days, the whole period and the answers of each question when it made the bundle; they are not counted again here.';

const contradictionNote =
  'This bundle is of an earlier version: its verdict is about all answers, the difference and interval in its overview about the latest answers only, so they may contradict the verdict. Its `repeats.meanDifference` is the difference that the verdict is about.';

function hasDecidingRepeats(files: FolderFiles): boolean {
  const overview = read<{ comparison?: { repeats?: unknown } | null } | null>(files, reportPath('overview'));
  return (overview?.comparison?.repeats ?? null) !== null;
}

/** @param given a reading made elsewhere; null: it was interrupted there, undefined: read here */
function verifyReading(
  answer: BundledAnswer,
  { runId, question }: Pick<VisibilityAttempt, 'runId' | 'question'>,
  answersByRun: Verification,
  answerReading: AnswerReading | null | undefined,
): void {
  const path = answerPath(runId);
  if (answer.frozen === null) {
    answersByRun.missing.push(`${path} contains no frozen answer, so its reading cannot be repeated.`);
    return;
  }
  if (answer.readerVersion !== readerVersion) {
    answersByRun.missing.push(`${path} was read by ${answer.readerVersion}; this program reads with ${readerVersion}.`);
    return;
  }
  if (isMarkedUnreadable(answer.result)) {
    answersByRun.notes.push(`${path} was interrupted when it was first read, so its reading cannot be repeated.`);
    return;
  }
  if (answerReading === null) {
    // A slow machine interrupts an honest reading as well, so this contradicts nothing.
    answersByRun.missing.push(`${path} took too long to read again, so its reading was not repeated.`);
    return;
  }
  answersByRun.counted.readings += 1;
  const first = answerReading ?? readAnswer(answer.frozen);
  const reading = answer.second === undefined ? first : decideTogether(first, answer.second);
  // A person's decision is counted as saved, separately from every reading.
  const { word, model } = answer.facts;
  const added = { ...(word === undefined ? {} : { word }), ...(model === undefined ? {} : { model }) };
  const facts = { ...extractFacts(reading, question), ...added };
  if (model !== undefined)
    answersByRun.missing.push(`${path} was also read by ${model.reader}, which is not asked again.`);
  if (word !== undefined) answersByRun.notes.push(`${path} is decided by a person, not by its reading.`);
  const fresh = { result: publicResult(reading, ownLimitations(answer.result, answer.facts)), facts };
  compare(answersByRun, path, { result: answer.result, facts: answer.facts }, fresh);
}

/** A replay names the run it replays, and keeps that capture's digest. */
function verifyDigest({ resultDigest, result }: BundledWebsiteRun, answersByRun: Verification): void {
  if (resultDigest === null) return;
  const digest = digestOf({ ...result, coverage: { ...result.coverage, replayOf: null } });
  compare(answersByRun, websiteRunPath, { resultDigest }, { resultDigest: digest });
}

function compare(answersByRun: Verification, file: string, says: unknown, gives: unknown): void {
  // Round-trips through JSON, so that omitted fields are omitted on both sides.
  const plain = (value: unknown) => (value === undefined ? undefined : (JSON.parse(canonicalJson(value)) as JsonValue));
  answersByRun.differences.push(...differencesBetween(file, plain(says), plain(gives)));
}

/** Reads like `read`, but reports an unreadable file as a difference, so that nothing goes unchecked. */
function readOrTell<T>(files: FolderFiles, path: string, answersByRun: Verification): T | undefined {
  const value = read<T>(files, path);
  if (value === undefined && files.has(path)) add(answersByRun, path, '', 'what cannot be read', 'JSON of a bundle');
  return value;
}
