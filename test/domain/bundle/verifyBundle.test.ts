import { describe, expect, it } from 'vitest';
import { benchBundle } from '../../../bench/benchBundle.ts';
import { unreadableAnswer } from '../../../src/domain/answer/cutOff.ts';
import type { FrozenAnswer } from '../../../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { readerVersion } from '../../../src/domain/answer/readerVersion.ts';
import { extractFacts, publicResult } from '../../../src/domain/answer/savedReading.ts';
import { type BundleContents, type BundledAnswer, bundleFiles } from '../../../src/domain/bundle/bundle.ts';
import { answersToRead, type Verification, verifyBundle } from '../../../src/domain/bundle/verifyBundle.ts';
import { readContents, writeAnswer, writeRest } from '../../../src/domain/bundle/writtenContents.ts';
import { analyze } from '../../../src/domain/checks/analyze.ts';
import { failedGates } from '../../../src/domain/checks/failedGates.ts';
import { expectedLabel } from '../../../src/domain/runs/engineLabels.ts';
import { canonicalJson, sha256Hex } from '../../../src/domain/text/canonicalJson.ts';
import { v1Comparison, v1PanelPower } from '../../../src/domain/visibility/comparison/v1.ts';
import { computeReports } from '../../../src/domain/visibility/runReport.ts';
import { ruleVersions } from '../../../src/domain/visibility/visibilityRecommendations.ts';
import { savedEvidence } from '../../support/experimentEvidence.ts';
import { long } from '../../support/long.ts';
import { attempt, website } from '../visibility/savedAttempts.ts';

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
const questions = [['Acme', 'Rivalo'], ['Rivalo'], ['Rivalo', 'Acme', 'Third']];

const questionOf = (index: number): string => `Question of case_${index}`;

function contents(): BundleContents {
  const read = questions.map((names, index): BundledAnswer => {
    const answer = frozen(names);
    const reading = readAnswer(answer);
    const result = publicResult(reading, ['simulated: Made by the bundled simulator.']);
    return {
      runId: `run_${index}`,
      readerVersion,
      frozen: answer,
      result,
      facts: extractFacts(reading, questionOf(index)),
    };
  });
  const attempts = read.map(({ runId, facts, result }, index) =>
    attempt({ runId, caseId: `case_${index}`, facts, text: result.text }),
  );
  const websiteRun = {
    runId: 'run_site',
    observedAt: checks.coverage.capturedAt,
    version: 'checks',
    resultDigest,
    result: checks,
  };
  return {
    engineLabel: 'OpenAI Responses with web search',
    madeAt: '2026-03-05T00:00:00.000Z',
    versions: { reader: readerVersion, analyzer: 'checks', botTable: 'bots', rules: ruleVersions },
    inputs: {
      website: { ...website, aliases: [] },
      engine: 'openai',
      surface: 'simulator',
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
    experiments: [],
    work: [],
  };
}

type Folder = Map<string, string>;

function folderOf(made: BundleContents = contents()): Folder {
  return new Map(bundleFiles(made).map(({ path, text }) => [path, text]));
}

const files = (folder: Folder) =>
  new Map([...folder].map(([path, text]) => [path, new TextEncoder().encode(text)] as const));
const verify = (folder: Folder): Verification => verifyBundle(files(folder));

const read = (folder: Folder, path: string) => JSON.parse(folder.get(path) ?? '');

function changeManifest(folder: Folder, more: object): Folder {
  return folder.set('manifest.json', canonicalJson({ ...read(folder, 'manifest.json'), ...more }));
}

/** Replaces a file, or removes it, consistently with the manifest, as an expert forger would. */
function replace(folder: Folder, path: string, text: string | null): Folder {
  const manifest: { files: { path: string }[] } = read(folder, 'manifest.json');
  const files = manifest.files.filter((file) => file.path !== path);
  if (text === null) folder.delete(path);
  else {
    folder.set(path, text);
    const entry = manifest.files.find((file) => file.path === path);
    Object.assign(entry ?? {}, { bytes: new TextEncoder().encode(text).length, sha256: sha256Hex(text) });
  }
  return changeManifest(folder, { files: text === null ? files : manifest.files });
}

/** Changes whatever a file contains. */
type Forgery = (value: any) => void;

function forge(folder: Folder, path: string, change: Forgery): Folder {
  const value = read(folder, path);
  change(value);
  return replace(folder, path, canonicalJson(value));
}

function places({ differences }: Verification): string[] {
  return differences.map(({ file, at }) => `${file} ${at}`.trim());
}

describe('an experiment in a bundle', () => {
  const folder = () => folderOf({ ...contents(), experiments: [savedEvidence()] });

  long('is recomputed from its answers', () => {
    const verification = verify(folder());
    expect(verification).toMatchObject({ differences: [], counted: { experiments: 1 } });
    expect(verification.notes.join()).toContain('The change raised it');
  });

  it.each<[string, Forgery]>([
    ['judgement', (file) => Object.assign(file.judgement, { verdict: 'no_effect_found' })],
    ['judgement', (file) => Object.assign(file.judgement.estimate, { difference: 99 })],
    ['digest', (file) => Object.assign(file.experiment.protocol, { hypothesis: 'Another' })],
    ['labels', (file) => file.experiment.registration.labels.reverse()],
    [
      'judgement',
      (file) => Object.assign(file.experiment.rounds[7].answers[0].values, { listed: null, first: null, place: null }),
    ],
  ])('fails verification after its %s was forged, including the manifest', (place, change) => {
    const found = places(verify(forge(folder(), 'experiments/exp_1.json', change)));
    expect(found.some((one) => one.startsWith(`experiments/exp_1.json ${place}`))).toBe(true);
  });
});

describe('the label of the engine', () => {
  const withLabel = (engineLabel: string) => verify(folderOf({ ...contents(), engineLabel }));

  it('is derived from the answers’ engine, whatever the manifest says', () => {
    expect(places(withLabel('ChatGPT web app'))).toEqual(['manifest.json engineLabel']);
    expect(places(withLabel('OpenAI Responses with web search'))).toEqual([]);
  });

  it('contains the model if one was chosen', () => {
    expect(expectedLabel('perplexity-api', 'Perplexity Agent API, model sonar-pro, not perplexity.ai')).toBe(
      'Perplexity Agent API, model sonar-pro, not perplexity.ai',
    );
    expect(expectedLabel('perplexity-api', 'Perplexity')).toBe(
      'Perplexity Agent API, model {model}, not perplexity.ai',
    );
    expect(expectedLabel('toy', 'Toy')).toBeNull();
  });
});

it('a person’s decision is counted as made, and the underlying reading is still recomputed', () => {
  const made = contents();
  const word = { recommended: false, position: null };
  const [first, ...others] = made.answers;
  if (first === undefined) throw new Error('no answer');
  const worded = { ...first, facts: { ...first.facts, word } };
  const attempts = made.inputs.attempts.map((one) =>
    one.runId === first.runId ? { ...one, facts: worded.facts } : one,
  );
  const verification = verify(
    folderOf({ ...made, answers: [worded, ...others], inputs: { ...made.inputs, attempts } }),
  );
  expect(verification.differences).toEqual([]);
  expect(verification.notes.join()).toContain('decided by a person');
});

describe('an untouched bundle', () => {
  it('verifies: every file, every reading and all five reports are recomputed without a difference', () => {
    const verification = verify(folderOf());
    expect(verification.differences).toEqual([]);
    expect(verification).toMatchObject({ notes: [], missing: [] });
    expect(verification.counted).toEqual({ files: 11, readings: 3, reports: 5, experiments: 0 });
  });

  it('has the same bytes each time it is built from the same evidence', () => {
    expect([...folderOf()]).toEqual([...folderOf()]);
  });

  it('has the same bytes if its answers were written one by one and combined elsewhere', () => {
    const made = contents();
    const { inputs } = made;
    const failed = {
      ...attempt({ runId: 'run_failed', caseId: 'case_0' }),
      status: 'failed' as const,
      facts: null,
      text: null,
    };
    const whole = { ...made, inputs: { ...inputs, previousAttempts: [...inputs.attempts.slice(1), failed] } };
    const { answers, ...rest } = whole;
    const written = { rest: writeRest(rest), answers: answers.map(writeAnswer) };
    expect(readContents(written)).toEqual(whole);
    expect([...folderOf(readContents(written))]).toEqual([...folderOf(whole)]);
  });

  it('reports what a person would count: listed in two of three known answers', () => {
    const current = read(folderOf(), 'reports/current.json');
    expect(current.visibilityScore).toMatchObject({ numerator: 2, denominator: 3 });
  });
});

describe('a bundle with an answer whose reading times out', () => {
  it('fails if the record shows a reading anyway', () => {
    const given = files(folderOf());
    const answers = answersToRead(given);
    expect([...answers.keys()]).toEqual(['run_0', 'run_1', 'run_2']);
    const readings = new Map(
      [...answers].map(([runId, answer]) => [runId, runId === 'run_1' ? null : readAnswer(answer)] as const),
    );
    const verification = verifyBundle(given, readings);
    expect(verification.differences).toEqual([]);
    expect(verification.missing).toEqual([expect.stringMatching(/run_1\.json took too long/)]);
    expect(verification.counted.readings).toBe(2);
  });

  it('verifies, with a note, if the record says so itself', () => {
    const made = contents();
    const [first, ...others] = made.answers;
    if (first?.frozen == null) throw new Error('the bundle has no answer');
    const reading = unreadableAnswer(first.frozen);
    const unread = { ...first, result: publicResult(reading, []), facts: extractFacts(reading, questionOf(0)) };
    const attempts = made.inputs.attempts.map((each) =>
      each.runId === first.runId ? { ...each, facts: unread.facts } : each,
    );
    const given = files(folderOf({ ...made, inputs: { ...made.inputs, attempts }, answers: [unread, ...others] }));
    const verification = verifyBundle(given, new Map([['run_0', null]]));
    expect(verification.differences).toEqual([]);
    expect(verification.notes).toEqual([expect.stringMatching(/run_0\.json was interrupted/)]);
  });

  it('is not asked for answers if its files could contain anything', () => {
    for (const text of ['', 'null', '[]', '{"attempts":1}', '{"attempts":[null,{"runId":"run_0"}]}']) {
      const altered = files(new Map([...folderOf(), ['inputs.json', text]]));
      expect(() => answersToRead(altered), text).not.toThrow();
    }
  });
});

describe('a bundle with changed files', () => {
  const touched: Record<string, [touch: (folder: Folder) => unknown, where: string]> = {
    'one byte changed': [
      (folder) => folder.set('citations.json', `${folder.get('citations.json')} `),
      'citations.json',
    ],
    'a file missing': [(folder) => folder.delete('answers/run_1.json'), 'answers/run_1.json'],
    'a file added': [(folder) => folder.set('answers/run_9.json', '{}'), 'answers/run_9.json'],
    'a file that is not JSON': [(folder) => folder.set('inputs.json', 'nonsense'), 'inputs.json'],
    'a manifest in another spelling': [
      (folder) => folder.set('manifest.json', `${folder.get('manifest.json')}\n`),
      'manifest.json',
    ],
    'another time in the manifest': [
      (folder) => changeManifest(folder, { madeAt: '2026-01-01T00:00:00.000Z' }),
      'manifest.json madeAt',
    ],
    'a missing manifest': [(folder) => folder.delete('manifest.json'), 'manifest.json'],
    'a list as the manifest': [(folder) => folder.set('manifest.json', '[]'), 'manifest.json'],
  };
  it.each(Object.entries(touched))('is detected: %s', (_what, [touch, where]) => {
    const folder = folderOf();
    touch(folder);
    expect(places(verify(folder))).toContain(where);
  });
});

describe('a bundle forged together with its manifest', () => {
  const forged: Record<string, [path: string, change: Forgery, where?: string]> = {
    'a better score': [
      'reports/current.json',
      (report) => Object.assign(report.visibilityScore, { numerator: 3 }),
      ' visibilityScore.numerator',
    ],
    'a warning left out': [
      'reports/recommendations.json',
      (report) => report.recommendations.rows.pop(),
      ' recommendations.rows',
    ],
    'a name added to a reading': [
      'answers/run_1.json',
      ({ result }) => result.mentions.unshift({ name: 'Acme', url: null, reason: '', citationUrls: [] }),
      ' result.mentions',
    ],
    'facts that the frozen answer does not give': [
      'answers/run_1.json',
      (answer) => Object.assign(answer.facts, { mentions: [] }),
      ' facts.mentions',
    ],
    'a check result bettered': [
      'website-run.json',
      ({ result: { checks } }) => Object.assign(checks[0], { outcome: checks[0].outcome === 'pass' ? 'fail' : 'pass' }),
      ' resultDigest',
    ],
    'a citation removed': ['citations.json', (rows) => rows.pop()],
  };
  it.each(Object.entries(forged))('is detected by recomputing: %s', (_what, [path, change, where = '']) => {
    const found = places(verify(forge(folderOf(), path, change)));
    expect(found.filter((place) => place.startsWith(`${path}${where}`))).not.toEqual([]);
  });

  it('is detected by recomputing: an alias added afterwards', () => {
    const folder = forge(folderOf(), 'inputs.json', ({ website }) =>
      Object.assign(website, { aliases: ['rivalo.example'] }),
    );
    expect(places(verify(folder)).join()).toContain('reports/current.json');
  });

  const unread: [what: string, text: string | null, path: string][] = [
    ['inputs left out', null, 'inputs.json'],
    ['inputs that are not JSON', 'nonsense', 'inputs.json'],
    ['inputs nested too deep to walk', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, 'inputs.json'],
    ['an answer that is not JSON', 'nonsense', 'answers/run_1.json'],
    ['a website run that is not JSON', 'nonsense', 'website-run.json'],
  ];
  it.each(unread)('does not pass by being skipped: %s', (_what, text, path) => {
    expect(places(verify(replace(folderOf(), path, text)))).toContain(path);
  });

  it('states both figures if they differ', () => {
    const verification = verify(
      forge(folderOf(), 'reports/current.json', (report) => Object.assign(report.visibilityScore, { value: 100 })),
    );
    expect(verification.differences).toEqual([
      { file: 'reports/current.json', at: 'visibilityScore.value', says: '100', gives: '66.66666666666667' },
    ]);
  });
});

describe('a bundle of another version', () => {
  it('keeps its readings of an older reader, recomputes the reports from them, and says so', () => {
    const made = contents();
    const old = made.answers.map((answer) => ({ ...answer, readerVersion: 'reader/0' }));
    const verification = verify(folderOf({ ...made, answers: old }));
    expect(verification.differences).toEqual([]);
    expect(verification.missing).toHaveLength(3);
    expect(verification.missing[0]).toMatch(/was read by reader\/0/);
    expect(verification.counted).toMatchObject({ readings: 0, reports: 5 });
  });

  it('is not recomputed if its format is unknown', () => {
    const verification = verify(changeManifest(folderOf(), { format: 1 }));
    expect(verification).toMatchObject({ differences: [], counted: { reports: 0 } });
    expect(verification.missing.join()).toMatch(/format 1/);
  });
});

it('a question that was changed after its answer was read does not match the reading', () => {
  const made = contents();
  const attempts = made.inputs.attempts.map((each) => ({ ...each, question: 'Is Acme the best?' }));
  const { differences } = verify(folderOf({ ...made, inputs: { ...made.inputs, attempts } }));
  expect(differences.map(({ at }) => at)).toContain('facts.question');
});

describe('a bundle of format 4', () => {
  const window = { startDate: '2026-03-02', endDate: '2026-03-03' };
  const compared = (): BundleContents => {
    const made = contents();
    const again = made.answers.map((answer) => ({ ...answer, runId: `${answer.runId}_again` }));
    const before = made.answers.map((answer) => ({ ...answer, runId: `${answer.runId}_before` }));
    const of = (answers: readonly BundledAnswer[], day: string) =>
      answers.map(({ runId, facts, result }, index) =>
        attempt({
          runId,
          caseId: `case_${index}`,
          createdAt: `2026-03-${day}T10:00:00.000Z`,
          facts,
          text: result.text,
        }),
      );
    const attempts = [...of(made.answers, '03'), ...of(again, '02')];
    const inputs = { ...made.inputs, window, attempts, previousAttempts: of(before, '01') };
    return { ...made, inputs, answers: [...made.answers, ...again, ...before] };
  };

  /** Bundle as written before `oneDifference`: all files except inputs and answers are those of v1's reports. */
  const earlierFolder = (): Folder => {
    const { inputs, ...rest } = compared();
    const reports = computeReports({ ...inputs, version: 'v1' });
    const { comparison, panelPower, periodRate: _rate, ...figures } = reports.overview;
    const overview = {
      ...figures,
      panelPower: v1PanelPower(panelPower),
      comparison: comparison === null ? null : v1Comparison(comparison),
    };
    const files = bundleFiles({ ...rest, inputs }, { ...reports, overview: overview as never });
    return changeManifest(new Map(files.map(({ path, text }) => [path, text])), { format: 4 });
  };

  it('is recomputed with its original comparison, and a note names possible contradictions', () => {
    const verification = verify(earlierFolder());
    expect(verification).toMatchObject({ differences: [], missing: [], counted: { reports: 5 } });
    expect(verification.notes.join()).toMatch(/they may contradict the verdict/);
  });

  it('is not mistaken for one of this version', () => {
    const verification = verify(changeManifest(earlierFolder(), { format: 5 }));
    expect(verification.differences.map(({ at }) => at)).toContain('comparison.mcnemarP');
    expect(verification.notes).toEqual([]);
  });
});
