import { describe, expect, it } from 'vitest';
import { benchBundle } from '../../../bench/benchBundle.ts';
import type { FrozenAnswer } from '../../../src/domain/answer/frozenAnswer.ts';
import { readAnswer, readerVersion } from '../../../src/domain/answer/readAnswer.ts';
import { factsOf, publicResult } from '../../../src/domain/answer/savedReading.ts';
import { type BundleContents, type BundledAnswer, bundleFiles } from '../../../src/domain/bundle/bundle.ts';
import { type Verification, verifyBundle } from '../../../src/domain/bundle/verifyBundle.ts';
import { canonicalJson, sha256Hex } from '../../../src/domain/canonicalJson.ts';
import { analyze } from '../../../src/domain/checks/analyze.ts';
import { failedGates } from '../../../src/domain/checks/failedGates.ts';
import { ruleVersions } from '../../../src/domain/visibility/visibilityRecommendations.ts';
import { attempt } from '../visibility/savedAttempts.ts';

function frozen(names: readonly string[]): FrozenAnswer {
  const lines = names.map(
    (name, index) => `${index + 1}. **[${name}](https://${name.toLowerCase()}.example/)** – steady`,
  );
  return {
    text: `These stand out:\n\n${lines.join('\n')}\n`,
    annotations: [],
    sources: [{ url: 'https://review.example/best', title: 'The best' }],
    refusal: null,
    incompleteReason: null,
    searchCount: 1,
  };
}

const { result: checks, resultDigest } = analyze(benchBundle(3, 3_000));
const questions = [['Acme', 'Other'], ['Other'], ['Other', 'Acme', 'Third']];

function contents(): BundleContents {
  const read = questions.map((names, index): BundledAnswer => {
    const answer = frozen(names);
    const reading = readAnswer(answer);
    const result = publicResult(reading, ['simulated: Made by the bundled simulator.']);
    return { runId: `run_${index}`, readerVersion, frozen: answer, result, facts: factsOf(reading) };
  });
  const attempts = read.map(({ runId, facts }, index) => attempt({ runId, caseId: `case_${index}`, facts }));
  const websiteRun = {
    runId: 'run_site',
    observedAt: checks.coverage.capturedAt,
    version: 'checks',
    resultDigest,
    result: checks,
  };
  return {
    madeAt: '2026-03-05T00:00:00.000Z',
    versions: { reader: readerVersion, analyzer: 'checks', botTable: 'bots', rules: ruleVersions },
    inputs: {
      website: { id: 'site_1', domain: 'acme.example', name: 'Acme', aliases: [], others: [] },
      window: { startDate: null, endDate: null },
      filters: { platform: null, model: null, sourceType: 'all', limit: 200 },
      attempts,
      truncated: false,
      matched: 3,
      simulated: true,
      now: '2026-03-05T00:00:00.000Z',
      savedQuestions: 3,
      previousAttempts: null,
      websiteRun: { runId: 'run_site', failedGates: failedGates(checks) },
    },
    answers: read,
    websiteRun,
  };
}

type Folder = Map<string, string>;

function folderOf(made: BundleContents = contents()): Folder {
  return new Map(bundleFiles(made).map(({ path, text }) => [path, text]));
}

function verify(folder: Folder): Verification {
  return verifyBundle(new Map([...folder].map(([path, text]) => [path, new TextEncoder().encode(text)])));
}

/** Changes a file, and the manifest with it, as one does who knows how bundles work. */
function forge(folder: Folder, path: string, change: (value: any) => void): Folder {
  const value = JSON.parse(folder.get(path) ?? '');
  change(value);
  const text = canonicalJson(value);
  const manifest = JSON.parse(folder.get('manifest.json') ?? '');
  const entry = manifest.files.find((file: any) => file.path === path);
  Object.assign(entry, { bytes: new TextEncoder().encode(text).length, sha256: sha256Hex(text) });
  return new Map([...folder, [path, text], ['manifest.json', canonicalJson(manifest)]]);
}

function places({ differences }: Verification): string[] {
  return differences.map(({ file, at }) => `${file} ${at}`.trim());
}

describe('an untouched bundle', () => {
  it('holds: every file, every reading and all five reports are recomputed without a difference', () => {
    const found = verify(folderOf());
    expect(found.differences).toEqual([]);
    expect(found.notes).toEqual([]);
    expect(found.counted).toEqual({ files: 11, readings: 3, reports: 5 });
  });

  it('is the same bytes each time it is made of the same evidence', () => {
    expect([...folderOf()]).toEqual([...folderOf()]);
  });

  it('reports what a person would count: listed in two of three known answers', () => {
    const current = JSON.parse(folderOf().get('reports/current.json') ?? '');
    expect(current.visibilityScore).toMatchObject({ numerator: 2, denominator: 3 });
  });
});

describe('a bundle whose files were touched', () => {
  const touched: [what: string, touch: (folder: Folder) => void, where: string][] = [
    [
      'one byte changed',
      (folder) => folder.set('citations.json', `${folder.get('citations.json')} `),
      'citations.json',
    ],
    ['a file missing', (folder) => folder.delete('answers/run_1.json'), 'answers/run_1.json'],
    ['a file added', (folder) => folder.set('answers/run_9.json', '{}'), 'answers/run_9.json'],
    ['a file that is no JSON any more', (folder) => folder.set('inputs.json', 'nonsense'), 'inputs.json'],
    [
      'a manifest in another spelling',
      (folder) => folder.set('manifest.json', `${folder.get('manifest.json')}\n`),
      'manifest.json',
    ],
    ['no manifest', (folder) => folder.delete('manifest.json'), 'manifest.json'],
    ['a manifest that is none', (folder) => folder.set('manifest.json', '[]'), 'manifest.json'],
  ];
  it.each(touched)('is found out: %s', (_what, touch, where) => {
    const folder = folderOf();
    touch(folder);
    expect(places(verify(folder))).toContain(where);
  });
});

describe('a bundle that was forged together with its manifest', () => {
  const forged: [what: string, path: string, change: (value: any) => void, where: string][] = [
    [
      'a better score',
      'reports/current.json',
      (report) => {
        report.visibilityScore.numerator = 3;
      },
      'reports/current.json visibilityScore.numerator',
    ],
    [
      'a warning left out',
      'reports/recommendations.json',
      (report) => {
        report.recommendations.rows.pop();
      },
      `reports/recommendations.json recommendations.rows`,
    ],
    [
      'a name added to a reading',
      'answers/run_1.json',
      (answer) => {
        answer.result.mentions.unshift({ name: 'Acme', url: null, reason: '', citationUrls: [] });
      },
      'answers/run_1.json result.mentions',
    ],
    [
      'facts that the frozen answer does not give',
      'answers/run_1.json',
      (answer) => {
        answer.facts.mentions = [];
      },
      'answers/run_1.json facts.mentions',
    ],
    [
      'an alias added afterwards',
      'inputs.json',
      (inputs) => {
        inputs.website.aliases = ['other.example'];
      },
      'reports/current.json',
    ],
    [
      'a check result bettered',
      'website-run.json',
      (run) => {
        run.result.checks[0].outcome = run.result.checks[0].outcome === 'pass' ? 'fail' : 'pass';
      },
      'website-run.json resultDigest',
    ],
    [
      'a citation removed',
      'citations.json',
      (rows) => {
        rows.pop();
      },
      'citations.json',
    ],
  ];
  it.each(forged)('is found out by recomputing: %s', (_what, path, change, where) => {
    const found = verify(forge(folderOf(), path, change));
    expect(places(found).filter((place) => place.startsWith(where))).not.toEqual([]);
  });

  it('says both figures where they differ', () => {
    const found = verify(
      forge(folderOf(), 'reports/current.json', (report) => {
        report.visibilityScore.value = 100;
      }),
    );
    expect(found.differences).toEqual([
      { file: 'reports/current.json', at: 'visibilityScore.value', says: '100', gives: '66.66666666666667' },
    ]);
  });
});

describe('a bundle of another version', () => {
  it('keeps its readings of an older reader, recomputes the reports from them, and says so', () => {
    const made = contents();
    const old = made.answers.map((answer) => ({ ...answer, readerVersion: 'reader/0' }));
    const found = verify(folderOf({ ...made, answers: old }));
    expect(found.differences).toEqual([]);
    expect(found.notes).toHaveLength(3);
    expect(found.notes[0]).toMatch(/was read by reader\/0/);
    expect(found.counted).toMatchObject({ readings: 0, reports: 5 });
  });

  it('is not recomputed when its format is unknown', () => {
    const folder = folderOf();
    const manifest = JSON.parse(folder.get('manifest.json') ?? '');
    folder.set('manifest.json', canonicalJson({ ...manifest, format: 1 }));
    const found = verify(folder);
    expect(found).toMatchObject({ differences: [], counted: { reports: 0 } });
    expect(found.notes.join()).toMatch(/format 1/);
  });
});
