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

/** An evidence bundle is a folder of JSON files that carries every reported number together with what it rests on. */

/**
 * Rises when the reports or the inputs change their shape: 5 has the one difference of a comparison, 3 has `madeAt` among the inputs, the power of a panel, and what
 * names and listings rest on.
 */
export const bundleFormat = 5;

/** Still recomputed: its comparison is that of v1. */
export const formatOfV1Comparison = 4;

/** One completed answer: the provider's words as they were frozen, and what a reader made of them. */
export type BundledAnswer = {
  runId: string;
  readerVersion: string;
  /** null if the provider's own object was not kept: its reading cannot be done again. */
  frozen: FrozenAnswer | null;
  result: KeywordResult;
  facts: AnswerFacts;
  /** Names from a second reader, where one took part. */
  second?: { reader: string; names: readonly SecondName[] };
};

/** The latest completed website run. `resultDigest` is what the capture was saved with; null if it was not. */
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
  /** Experiments of this engine that show numbers. */
  experiments: readonly NamedEvidence[];
  /** Months of the period in which work was finished. */
  work: readonly WorkFamily[];
};

export type BundleFile = { path: string; text: string };

export type Manifest = {
  format: number;
  madeAt: string;
  websiteId: string;
  /** Absent in bundles of before it was written. */
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

/** Attempt as it is written: its facts and its text are saved with its answer, once. */
type WrittenAttempt = Omit<VisibilityAttempt, 'facts' | 'text'>;
export type InputsWithoutAnswers = Omit<ReportData, 'attempts' | 'previousAttempts'> & {
  attempts: WrittenAttempt[];
  previousAttempts: WrittenAttempt[] | null;
};
export type WrittenInputs = InputsWithoutAnswers & {
  /** The manifest's time, in a file whose digest the manifest holds. */
  madeAt: string;
};

/**
 * The files of a bundle, the manifest last. All of them are canonical JSON, so that equal content is equal bytes.
 * @param reports of the inputs, for who needs them besides
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

/** Restores to the attempts what is saved with the answers. */
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
