/** Nouns for what a website offers, in the singular; a page puts a word or two before them. */
const nouns = new Set(
  'agency analytics api app bakery bank builder clinic course crm database editor framework generator helpdesk hosting hotel insurance library manager marketplace platform planner provider restaurant school service shop software solution store suite system tool tracker'.split(
    ' ',
  ),
);

/** Words that say nothing of the kind of an offer. */
const empty = new Set(
  'a all an and any are as at best better beautiful by can complete easiest easy every favourite favorite first for free from get great in is it its leading like love modern most my new no of on one only or our own perfect powerful right simple simplest smart that the their this to top ultimate use using we which with world your'.split(
    ' ',
  ),
);

const maxCategories = 6;

/** Names a category of an offer, such as `invoicing app`, wherever texts of a page say one; the most frequent first. */
export function siteCategories(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = text.split(/\s+/u);
    for (const [at, word] of words.entries()) {
      const noun = lettersOf(word);
      if (!nouns.has(singular(noun.toLowerCase()))) continue;
      const before = wordsBefore(words, at);
      // From the last empty word on: "the simple invoicing app" is an invoicing app.
      const from = before.findLastIndex((each) => empty.has(each.toLowerCase())) + 1;
      const name = [...before.slice(from), singular(noun)].map(lowerUnlessAcronym).join(' ');
      if (name.includes(' ') || name === 'CRM') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .map(([name]) => name)
    .slice(0, maxCategories);
}

const lettersOf = (word: string): string => word.replace(/[^\p{L}-]/gu, '');

const singular = (noun: string): string => (nouns.has(noun.toLowerCase()) ? noun : noun.replace(/s$/i, ''));

/** Returns up to two words before a place that no punctuation separates from it. */
function wordsBefore(words: readonly string[], at: number): string[] {
  const before: string[] = [];
  for (let place = at - 1; place >= Math.max(0, at - 2); place -= 1) {
    const word = words[place] ?? '';
    if (word === '' || lettersOf(word) !== word) break;
    before.unshift(word);
  }
  return before;
}

const lowerUnlessAcronym = (word: string): string =>
  /^\p{Lu}{2,}$/u.test(word) || word.toLowerCase() === 'crm' ? word.toUpperCase() : word.toLowerCase();
