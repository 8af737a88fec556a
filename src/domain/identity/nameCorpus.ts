import type { AnswerFacts } from '../answer/answerFacts.ts';
import { type LearnedName, maxLearnedRuns, minLearnedAnswers } from './learnedName.ts';
import { evidenceByHome, evidenceByLink, homesOfSources } from './nameEvidence.ts';
import { nameForm } from './nameForm.ts';
import { isDistinctive } from './owner.ts';
import { rememberedUrlHome } from './urlHome.ts';

/** Names that one saved answer contributes, for every owner. */
export type AnswerNames = {
  runId: string;
  /** Forms of all recommended names. */
  forms: readonly string[];
  /** Forms that the answer itself ties to a domain. */
  tied: readonly { form: string; domain: string }[];
};

/**
 * Collects the names of an answer. Only its own links and the home pages among its sources count: learned names never
 * teach.
 */
export function namesOfAnswer(runId: string, facts: AnswerFacts): AnswerNames {
  const sources = new Set(facts.sources.map(({ url }) => url));
  const ofSources = homesOfSources(sources, rememberedUrlHome);
  const forms: string[] = [];
  const tied: { form: string; domain: string }[] = [];
  for (const mention of facts.mentions) {
    const form = nameForm(mention.name);
    if (form === '') continue;
    forms.push(form);
    const domain = evidenceByLink(mention, sources, rememberedUrlHome) ?? evidenceByHome(mention.name, ofSources);
    if (domain !== null) tied.push({ form, domain });
  }
  return { runId, forms, tied };
}

/** Answers that tie a form to each domain, newest first. */
export type NameTies = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** @param answers newest first */
export function tiesOf(answers: readonly AnswerNames[]): NameTies {
  const ties = new Map<string, Map<string, string[]>>();
  for (const { runId, tied } of answers) {
    for (const { form, domain } of tied) {
      const domains = ties.get(form) ?? new Map<string, string[]>();
      ties.set(form, domains);
      const runs = domains.get(domain) ?? [];
      domains.set(domain, runs);
      if (runs.at(-1) !== runId) runs.push(runId);
    }
  }
  return ties;
}

/**
 * Returns the domain that at least `fewest` answers tie the form to; null if there are fewer, or if any tie it to
 * another.
 */
export function learnedName(ties: NameTies, form: string, fewest = minLearnedAnswers): LearnedName | null {
  const [only, another] = ties.get(form) ?? [];
  if (only === undefined || another !== undefined) return null;
  const [domain, runIds] = only;
  if (runIds.length < fewest) return null;
  return { form, domain, answers: runIds.length, runIds: runIds.slice(0, maxLearnedRuns) };
}

/** Words that occur in names with this many different first words describe a kind of thing, not its maker. */
const minFirstWords = 3;

/** Returns, of the given words, those that the answers' names share across makers, in code-unit order. */
export function listCommonWords(answers: readonly AnswerNames[], askedKeys: ReadonlySet<string>): string[] {
  const firstWords = new Map<string, Set<string>>();
  for (const form of new Set(answers.flatMap(({ forms }) => forms))) {
    const words = form.split(' ');
    for (const word of words) {
      if (!askedKeys.has(word) || !isDistinctive(word)) continue;
      const firsts = firstWords.get(word) ?? new Set();
      firstWords.set(word, firsts.add(words[0] ?? ''));
    }
  }
  return [...firstWords].flatMap(([word, firsts]) => (firsts.size >= minFirstWords ? [word] : [])).sort();
}
