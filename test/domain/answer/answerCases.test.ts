import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/domain/answer/frozenAnswer.ts';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { casesByLanguage as languages } from './cases/allCases.ts';
import type { AnswerCase } from './cases/answerCase.ts';
import { codesOf, frozenAnswer } from './frozen.ts';

describe.each(Object.entries(languages))('an answer in %s has the reading of a person', (_language, cases) => {
  it.each(cases.map((one) => [one.what, one] as const))('%s', (_what, one) => {
    const reading = read(one);
    expect(reading.mentions.map(({ name }) => name)).toEqual(one.names ?? []);
    expect({ nobody: reading.recommendsNobody !== null, usable: reading.usable }).toEqual({
      nobody: one.nobody === true,
      usable: one.unusable !== true,
    });
    expect(reading.otherNames.map(({ name, polarity }) => ({ name, polarity }))).toEqual(
      expect.arrayContaining([...(one.others ?? [])]),
    );
    expect(codesOf(reading)).toEqual(expect.arrayContaining([...(one.codes ?? [])]));
    for (const [name, said] of Object.entries(one.reasons ?? {})) {
      const reason = reading.mentions.find((mention) => mention.name === name)?.reason ?? '';
      if (said.starts !== undefined) expect(reason.slice(0, said.starts.length)).toBe(said.starts);
      if (said.ends !== undefined) expect(reason.slice(-said.ends.length)).toBe(said.ends);
      if (said.holds !== undefined) expect(reason).toContain(said.holds);
      if (said.lacks !== undefined) expect(reason).not.toContain(said.lacks);
    }
    for (const [name, urls] of Object.entries(one.citations ?? {})) {
      const cited = reading.mentions.find((mention) => mention.name === name)?.citationUrls ?? [];
      expect([...cited].sort()).toEqual([...urls].sort());
    }
  });

  it.each(cases.map((one) => [one.what, one] as const))(
    'verbatim, with no name both recommended and not: %s',
    (_what, one) => {
      const { text, mentions, evidence, otherNames } = read(one);
      evidence.forEach(({ nameStart, nameEnd }, index) => {
        expect(text.slice(nameStart, nameEnd)).toBe(mentions[index]?.name);
      });
      for (const { name, nameStart, nameEnd } of otherNames) expect(text.slice(nameStart, nameEnd)).toBe(name);
      const recommended = new Set(mentions.map(({ name }) => name));
      expect(otherNames.filter(({ name, polarity }) => polarity === 'rejected' && recommended.has(name))).toEqual([]);
    },
  );
});

describe('the set of answers', () => {
  it('contains at least 120 answers, each with a unique description', () => {
    const all = Object.values(languages).map((cases) => cases.map(({ what }) => what));
    for (const whats of all) expect(new Set(whats).size).toBe(whats.length);
    expect(all.flat().length).toBeGreaterThanOrEqual(120);
  });

  it('expects only names, pages and words that the answer contains', () => {
    for (const one of Object.values(languages).flat()) {
      const { names = [] } = one;
      const named = [...names, ...(one.others ?? []).map(({ name }) => name)];
      expect(named.filter((name) => !one.text.includes(name))).toEqual([]);
      const described = [...Object.keys(one.reasons ?? {}), ...Object.keys(one.citations ?? {})];
      expect(described.filter((name) => !names.includes(name))).toEqual([]);
      expect((one.annotations ?? []).filter(([, words]) => !one.text.includes(words))).toEqual([]);
    }
  });
});

function read(one: AnswerCase) {
  const annotations = (one.annotations ?? []).map(([url, words]): Annotation => {
    const startIndex = one.text.indexOf(words);
    return { url, title: null, startIndex, endIndex: startIndex + words.length };
  });
  const sources = (one.sources ?? []).map((url) => ({ url, title: null }));
  return readAnswer(frozenAnswer(one.text, { annotations, sources }));
}
