import { textForm } from '../../identity/nameForm.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';

/** Topics that the owner declared with a tag, by case id. */
export type DeclaredTopics = Readonly<Record<string, string>>;

/** Prefix of tags that declare the topic of a question. */
export const topicTagPrefix = 'topic:';

type Question = { caseId: string; question: string };

/**
 * Minimum weighted Jaccard index of two questions on one topic. Of 132 public questions on 33 topics, four wordings
 * each, it joins 59 % of the pairs within a topic and 4 of the 8,448 pairs across topics.
 */
const minOverlap = 0.4;

/** In scripts without spaces, each character counts as a word. */
const word =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]|[\p{L}\p{N}]+/gu;

/**
 * Returns the topic of each question by case id, named by the smallest case id in the topic. Questions on one topic
 * move together, so a test must not count them as independent. A topic is a declared tag group; other questions share
 * one if their texts are nearly equal: weighted Jaccard of their words, each word weighted by log(questions / questions
 * with it), joined over any chain. Without declarations (`null`, as in v1) each question is its own topic.
 */
export function groupTopics(questions: readonly Question[], declared: DeclaredTopics | null): Map<string, string> {
  const ids = [...new Set(questions.map(({ caseId }) => caseId))].sort(codeUnitOrder);
  const parents = new Map(ids.map((id) => [id, id]));
  if (declared === null) return parents;
  const rootOf = (id: string): string => {
    const parent = parents.get(id) ?? id;
    return parent === id ? id : rootOf(parent);
  };
  const join = (one: string, other: string) => {
    const [low, high] = [rootOf(one), rootOf(other)].sort(codeUnitOrder) as [string, string];
    parents.set(high, low);
  };
  const firstOf = new Map<string, string>();
  for (const id of ids) {
    const topic = declared[id];
    if (topic === undefined) continue;
    const first = firstOf.get(topic);
    if (first === undefined) firstOf.set(topic, id);
    else join(first, id);
  }
  for (const [one, other] of similarPairs(questions.filter(({ caseId }) => declared[caseId] === undefined))) {
    join(one, other);
  }
  return new Map(ids.map((id) => [id, rootOf(id)]));
}

function similarPairs(questions: readonly Question[]): [string, string][] {
  const wordsOf = new Map(questions.map(({ caseId, question }) => [caseId, new Set(textForm(question).match(word))]));
  const holders = new Map<string, number>();
  for (const words of wordsOf.values()) for (const one of words) holders.set(one, (holders.get(one) ?? 0) + 1);
  const weightOf = (one: string) => Math.log(wordsOf.size / (holders.get(one) ?? 1));
  const totalOf = (words: Iterable<string>) => [...words].reduce((sum, one) => sum + weightOf(one), 0);
  const rareFirst = (a: string, b: string) => weightOf(b) - weightOf(a) || codeUnitOrder(a, b);
  const pairs: [string, string][] = [];
  // Two similar questions share one of their rarest words, so only such pairs are compared.
  const byWord = new Map<string, string[]>();
  for (const [id, words] of wordsOf) {
    const total = totalOf(words);
    const candidates = new Set<string>();
    let rest = total;
    for (const one of [...words].sort(rareFirst)) {
      if (rest < minOverlap * total - 1e-9 || weightOf(one) === 0) break;
      rest -= weightOf(one);
      const others = byWord.get(one) ?? [];
      for (const other of others) candidates.add(other);
      byWord.set(one, [...others, id]);
    }
    for (const other of candidates) {
      const otherWords = wordsOf.get(other) ?? new Set<string>();
      const shared = totalOf([...words].filter((one) => otherWords.has(one)));
      if (shared >= minOverlap * (total + totalOf(otherWords) - shared)) pairs.push([other, id]);
    }
  }
  return pairs;
}
