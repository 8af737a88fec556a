/** Questions by purpose; `{}` is the category. None names a website. */
const templates = {
  Category: [
    'What is the best {}?',
    'Which {} do you recommend?',
    'What is the most popular {}?',
    'Which {} is best for beginners?',
    'What is a reliable {}?',
    'Which {} has the best support?',
  ],
  Use: [
    'Which {} suits a small team?',
    'Which {} suits a freelancer?',
    'Which {} works well for a large company?',
    'Which {} is easiest to set up?',
    'Which {} works well on a phone?',
    'Which {} is best for working with clients?',
  ],
  Comparison: [
    'What are alternatives to the best-known {}?',
    'How do the leading {} options compare?',
    'Which {} is easier to use than the market leader?',
    'Which {} has the most integrations?',
    'Which {} do experts prefer?',
    'Which {} is easiest to switch to?',
  ],
  Price: [
    'What is the cheapest good {}?',
    'Which {} has an honest free plan?',
    'Which {} is worth its price?',
    'How much does a good {} cost?',
    'Which {} has no hidden fees?',
    'Which {} gives the best value for a small budget?',
  ],
} as const;

/** Proposes 24 questions about a category in four groups, without a model. Empty for an empty category. */
export function proposeQuestions(category: string): readonly { group: string; questions: readonly string[] }[] {
  const word = category.trim();
  if (word === '') return [];
  return Object.entries(templates).map(([group, texts]) => ({
    group,
    questions: texts.map((text) => text.replace('{}', () => word)),
  }));
}
