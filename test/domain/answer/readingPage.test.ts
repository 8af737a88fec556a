import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { readerVersion } from '../../../src/domain/answer/readerVersion.ts';
import measured from '../../../src/domain/audit/readingAccuracy.json' with { type: 'json' };
import { accuracyForEngine, accuracyForLanguage, isWeak } from '../../../src/domain/audit/readingAccuracy.ts';
import { engineDefinitions } from '../../../src/engines/engineDefinitions.ts';
import { frozenAnswer } from './frozen.ts';

const page = readFileSync(new URL('../../../docs/reading.md', import.meta.url), 'utf8');

function read(text: string) {
  const { mentions, otherNames, recommendsNobody } = readAnswer(frozenAnswer(text));
  const rejected = otherNames.filter(({ polarity }) => polarity === 'rejected').map(({ name }) => name);
  return { names: mentions.map(({ name }) => name), rejected, nobody: recommendsNobody };
}

it('the example on the page of the reader gives the stated reading', () => {
  const [, body = ''] = /^```example reading\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const { given, gives } = JSON.parse(body) as { given: string[]; gives: object[] };
  expect(given.map(read)).toEqual(gives);
});

it('figures that mark weakly read engines and languages are those of the page, for this reader', () => {
  expect(measured.reader).toBe(readerVersion);
  const names: Record<string, string> = {
    openai: 'OpenAI API',
    'chatgpt-web': 'ChatGPT in the browser',
    'claude-api': 'Claude with search',
    'gemini-api': 'grounded Gemini',
    'gemini-web': 'Gemini',
    'google-ai-overview': 'Google AI Overview',
    en: 'English',
    ko: 'Korean',
    'zh-TW': 'traditional Chinese',
    es: 'Spanish',
    fr: 'French',
  };
  for (const [id, { answers, right, lower, upper }] of Object.entries({ ...measured.engines, ...measured.languages })) {
    const figure = [right, lower, upper].map((percent) => (percent / 100).toFixed(2));
    expect(page).toContain(`| ${names[id]} | ${answers} | ${figure[0]} [${figure[1]}, ${figure[2]}] |`);
  }
  const ids = engineDefinitions.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(measured.engines)));
});

it('an engine or language below 90 % is weakly read; one without measurement is not marked', () => {
  expect(isWeak(accuracyForEngine('chatgpt-web'))).toBe(true);
  expect(isWeak(accuracyForEngine('openai'))).toBe(false);
  expect(isWeak(accuracyForEngine('perplexity-api'))).toBe(false);
  expect(isWeak(accuracyForLanguage('fr-CA'))).toBe(true);
  expect(accuracyForLanguage('zh')).toBeNull();
  expect(accuracyForLanguage('xx')).toBeNull();
});
