import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { aboveCeiling, findingsOf, lineOf } from '../../scripts/words/findings.ts';
import { places } from '../../scripts/words/places.ts';
import { type Passage, passagesOfCode, passagesOfMarkdown, readPassages } from '../../scripts/words/texts.ts';
import { long } from '../support/long.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ceilings = JSON.parse(readFileSync(new URL('../../scripts/words/ceilings.json', import.meta.url), 'utf8'));

const rulesBroken = (passages: readonly Passage[]): string[] =>
  passages.flatMap(findingsOf).map(({ kind, rule }) => `${kind} ${rule.replace(/^word: .*/, 'word')}`);

describe('the wording of the project', () => {
  // `npm run words -- <path>` lists the findings of a file; `npm run words -- --lower` lowers the ceilings.
  long('break no rule more often than before', () => {
    const findings = readPassages(root, places).flatMap(findingsOf);
    expect(aboveCeiling(findings, ceilings).map(lineOf)).toEqual([]);
  });

  it.each<[rule: string, code: string, broken: string[]]>([
    ['a doc comment begins with a verb or a noun', '/** What a run costs. */\nconst x = 1;', ['doc doc-first-word']],
    ['a comment avoids the listed words', '// There is no way; a page stands here.', ['comment word', 'comment word']],
    ['a text that people read avoids them too', "say('Nobody has seen this page yet');", ['text word']],
    ['text in the page avoids them too', 'const p = <p>Nobody has seen it yet</p>;', ['text word']],
    ['a class list is no sentence', "const c = 'flex gap-2 stands told usual';", []],
    ['a variable is no bare participle', 'const asked = 1;', ['name participle-name']],
    ['a parameter is no bare participle', 'function f(told: number) { return told; }', ['name participle-name']],
    ['a field keeps its name', 'const { asked } = report;', []],
    ['a function of two values is a verb', 'function costOf(run: Run, day: Day) {}', ['name of-name']],
    ['a projection may end in Of', 'function costOf(run: Run) {}', []],
    ['a lock is not called take', 'const takePlan = 1;', ['name prefix-name']],
    ['a page title is a noun', 'const p = <PageHead title="Who pays?" />;', ['title title-question']],
    ['a button is a verb of the list', 'const b = <Button>Leave it be</Button>;', []],
    ['another button is refused', 'const b = <Button>Make it and go there</Button>;', ['button button']],
    ['an error begins with its subject', "throw new UsageError('If the site is new, add it');", ['error error-form']],
    ['an error is short', `throw new AppError('not_found', '${'long word '.repeat(17)}');`, ['error error-form']],
    ['a doc comment begins with no relation', '/** Of one answer. */\nconst x = 1;', ['doc doc-first-word']],
    ['a short label avoids the listed words', 'const f = <Field label="Tell of" />;', ['text word']],
    ['a private metaphor is refused', '// Refused at every door.', ['comment word']],
    ['a pattern is no sentence', "const p = '(?:told us|tell us|take back) of it';", []],
    ['a type is no bare participle', 'type kept = string;', ['name participle-name']],
    ['a caught error is no bare participle', 'try { f(); } catch (lost) { g(); }', ['name participle-name']],
    ['an arrow function of two values is a verb', 'const costOf = (run: Run, day: Day) => 1;', ['name of-name']],
    ['a unit comes last', 'const msTimeout = 1;', ['name unit-name']],
    ['a bound is max or min', 'const longestName = 1;', ['name unit-name']],
    [
      'a title that depends is a noun',
      "const p = <PageHead title={a ? 'Who pays?' : 'Costs'} />;",
      ['title title-question'],
    ],
    ['a button that depends is a verb', "const b = <Button>{a ? 'Save' : 'Make it'}</Button>;", ['button button']],
    ['a button at work says so', 'const b = <Button>Saving…</Button>;', []],
    [
      'an error begins with no condition',
      "invalidField('a', b ? 'is empty' : 'When empty, fill it');",
      ['error error-form'],
    ],
    [
      'an error of a setting too',
      "unsupportedSetting('a', { field: 'b', message: 'If set, leave it out' });",
      ['error error-form'],
    ],
  ])('%s', (_rule, code, broken) => {
    expect(rulesBroken(passagesOfCode('src/app/example.tsx', code))).toEqual(broken);
  });

  it('counts the words of a sentence in a page, but not those of a code block', () => {
    const long = `One ${'two '.repeat(25)}three.`;
    expect(rulesBroken(passagesOfMarkdown('docs/a.md', `${long}\n\n\`\`\`\n${long}\n\`\`\``))).toEqual([
      'prose long-sentence',
    ]);
  });

  it('allows a sentence of a page one colon, apart from its labels', () => {
    expect(rulesBroken(passagesOfMarkdown('docs/a.md', 'The server buys a run: one answer: twice.'))).toEqual([
      'prose colons',
    ]);
    expect(rulesBroken(passagesOfMarkdown('docs/a.md', '- Rule: Pass: a title, unique: not empty.'))).toEqual([]);
  });

  it('reports each finding of a rule that is above its ceiling, with its position', () => {
    const findings = passagesOfCode('src/app/a.ts', '// It stands.\n// It stands again.').flatMap(findingsOf);
    const [first] = findings;
    expect(aboveCeiling(findings, { 'src/app': { [`comment ${first?.rule}`]: 2 } })).toEqual([]);
    expect(aboveCeiling(findings, { 'src/app': { [`comment ${first?.rule}`]: 1 } }).map(({ line }) => line)).toEqual([
      1, 2,
    ]);
  });
});
