import type { AnswerFacts } from '../answer/answerFacts.ts';
import type { FrozenAnswer } from '../answer/frozenAnswer.ts';
import type { KeywordResult } from '../answer/savedReading.ts';
import type { SecondName } from '../answer/secondReading.ts';
import type { WebsiteResult } from '../checks/analyze.ts';
import type { NamedEvidence } from '../experiments/evidence.ts';
import type { VisibilityAttempt } from '../identity/attempt.ts';
import { canonicalJson, sha256Hex } from '../text/canonicalJson.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { ReportData } from '../visibility/reportData.ts';
import { computeReports, type Reports } from '../visibility/runReport.ts';
import type { WorkFamily } from '../work/workEffects.ts';
import { listCitations } from './listCitations.ts';

/** An evidence bundle is a folder of JSON files that contains every reported number together with its evidence. */

/**
 * Raised when the shape of reports or inputs changes. 3 added `madeAt`, the power of a panel, and the basis of names
 * and listings to the inputs; 5 added the one difference of a comparison; 6 counts of days and questions, if the
 * period has more answers than the bundle.
 */
export const bundleFormat = 6;

/** Still verified, with the comparison of v1. */
export const formatOfV1Comparison = 4;

/** One completed answer: the provider's frozen output, and its reading. */
export type BundledAnswer = {
  runId: string;
  readerVersion: string;
  /** null if the provider's own object was not kept, so that its reading cannot be repeated. */
  frozen: FrozenAnswer | null;
  result: KeywordResult;
  facts: AnswerFacts;
  /** Names from a second reader, if one took part. */
  second?: { reader: string; names: readonly SecondName[] };
};

/** The latest completed website run. `resultDigest` is the digest saved with the capture; null if there is none. */
export type BundledWebsiteRun = {
  runId: string;
  observedAt: string;
  version: string;
  resultDigest: string | null;
  result: WebsiteResult;
};

type BundleVersions = { reader: string; analyzer: string; botTable: string; rules: readonly string[] };

export type BundleContents = {
  /** ISO 8601 UTC. */
  madeAt: string;
  versions: BundleVersions;
  /** Display name of the engine of these answers. */
  engineLabel: string;
  inputs: ReportData;
  answers: readonly BundledAnswer[];
  websiteRun: BundledWebsiteRun | null;
  /** Experiments of this engine with reportable numbers. */
  experiments: readonly NamedEvidence[];
  /** Months of the period in which work was completed. */
  work: readonly WorkFamily[];
};

export type BundleFile = { path: string; text: string };

export type Manifest = {
  format: number;
  madeAt: string;
  websiteId: string;
  /** Absent in older bundles. */
  engineLabel?: string;
  versions: BundleVersions;
  /** Every other file of the bundle, in code-unit order of its path. */
  files: { path: string; bytes: number; sha256: string }[];
};

export const manifestPath = 'manifest.json';
export const inputsPath = 'inputs.json';
export const citationsPath = 'citations.json';
export const websiteRunPath = 'website-run.json';

export const workPath = 'work.json';

const experimentFolder = 'experiments/';

function experimentPath(id: string): string {
  return `${experimentFolder}${id}.json`;
}

export const isExperimentPath = (path: string): boolean => path.startsWith(experimentFolder);

export function answerPath(runId: string): string {
  return `answers/${runId}.json`;
}

export function reportPath(name: string): string {
  return `reports/${name}.json`;
}

/** Attempt as stored in the bundle: its facts and text are stored only with its answer. */
type WrittenAttempt = Omit<VisibilityAttempt, 'facts' | 'text'>;
export type InputsWithoutAnswers = Omit<ReportData, 'attempts' | 'previousAttempts'> & {
  attempts: WrittenAttempt[];
  previousAttempts: WrittenAttempt[] | null;
};
export type WrittenInputs = InputsWithoutAnswers & {
  /** The manifest's time, repeated in a file that the manifest's digests cover. */
  madeAt: string;
};

/**
 * Builds the files of a bundle, the manifest last. All are canonical JSON, so equal content gives equal bytes.
 * @param reports of the inputs, for callers that also use them
 */
export function bundleFiles(
  contents: BundleContents,
  reports: Reports = computeReports(contents.inputs),
): BundleFile[] {
  const { inputs, answers, websiteRun, experiments, work } = contents;
  const writtenInputs: WrittenInputs = { ...withoutAnswers(inputs), madeAt: contents.madeAt };
  const files: BundleFile[] = [
    file(inputsPath, writtenInputs),
    file(citationsPath, listCitations(inputs)),
    ...answers.map((answer) => file(answerPath(answer.runId), answer)),
    ...(websiteRun === null ? [] : [file(websiteRunPath, websiteRun)]),
    ...experiments.map((experiment) => file(experimentPath(experiment.id), experiment)),
    ...(work.length === 0 ? [] : [file(workPath, work)]),
    ...Object.entries(reports).map(([name, report]) => file(reportPath(name), report)),
  ].sort((a, b) => codeUnitOrder(a.path, b.path));
  const manifest: Manifest = {
    format: bundleFormat,
    madeAt: contents.madeAt,
    websiteId: inputs.website.id,
    engineLabel: contents.engineLabel,
    versions: contents.versions,
    files: files.map(({ path, text }) => ({ path, bytes: utf8Length(text), sha256: sha256Hex(text) })),
  };
  return [...files, file(manifestPath, manifest)];
}

export function withoutAnswers(inputs: ReportData): InputsWithoutAnswers {
  return {
    ...inputs,
    attempts: inputs.attempts.map(withoutFacts),
    previousAttempts: inputs.previousAttempts?.map(withoutFacts) ?? null,
  };
}

/** Restores to the attempts the data stored with the answers. */
export function withAnswers(inputs: InputsWithoutAnswers, answers: ReadonlyMap<string, BundledAnswer>): ReportData {
  const withFacts = (attempt: WrittenAttempt): VisibilityAttempt => ({
    ...attempt,
    facts: answers.get(attempt.runId)?.facts ?? null,
    text: answers.get(attempt.runId)?.result.text ?? null,
  });
  return {
    ...inputs,
    attempts: inputs.attempts.map(withFacts),
    previousAttempts: inputs.previousAttempts?.map(withFacts) ?? null,
  };
}

function withoutFacts({ facts: _facts, text: _text, ...attempt }: VisibilityAttempt): WrittenAttempt {
  return attempt;
}

function file(path: string, value: unknown): BundleFile {
  return { path, text: canonicalJson(value) };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
