/** Nouns that name what a website offers, in the singular; a page says them with a word or two before. */
const nouns =
  'agency|analytics|api|app|bakery|bank|builder|clinic|course|crm|database|editor|framework|generator|helpdesk|hosting|hotel|insurance|library|manager|marketplace|platform|planner|provider|restaurant|school|service|shop|software|solution|store|suite|system|tool|tracker';

/** Up to two words before the noun. */
const phrase = new RegExp(`(?:([\\p{L}-]+)\\s+)?(?:([\\p{L}-]+)\\s+)?\\b(${nouns})s?\\b`, 'giu');

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
    for (const [, first, second, noun = ''] of text.matchAll(phrase)) {
      const words = [first, second].flatMap((word) => word ?? []);
      // From the last empty word on: "the simple invoicing app" is an invoicing app.
      const from = words.findLastIndex((word) => empty.has(word.toLowerCase())) + 1;
      const name = [...words.slice(from), noun].map(lowerUnlessAcronym).join(' ');
      if (name.includes(' ') || noun.toLowerCase() === 'crm') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .map(([name]) => name)
    .slice(0, maxCategories);
}

const lowerUnlessAcronym = (word: string): string =>
  /^\p{Lu}{2,}$/u.test(word) || word.toLowerCase() === 'crm' ? word.toUpperCase() : word.toLowerCase();
