/**
 * Expressions, by their beginning, that the analyser finds superlinear or cannot judge, with the bound of their text.
 */
export const bounded: readonly { file: string; source: string; because: string }[] = [
  {
    file: 'src/domain/html/decodeCharset.ts',
    source: String.raw`<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)`,
    because: 'It looks at the first 1024 bytes of a page and at no more.',
  },
  {
    file: 'src/domain/html/instructions.ts',
    source: String.raw`(?<!\b(?:if|whether|when|since|because|that|while)\s)\byou\s+are`,
    because: 'It looks at the first 20 000 characters of hidden text, and each of its repeats has an upper bound.',
  },
  {
    file: 'src/domain/html/instructions.ts',
    source: String.raw`\b`,
    because: 'It looks at the first 20 000 characters of hidden text, and each of its repeats has an upper bound.',
  },
  ...['(?<!', '(?:'].map((source) => ({
    file: 'src/domain/html/assistantOrders.ts',
    source,
    because: 'It looks at the first 400 characters of a sentence of hidden text, of which 20 000 characters are read.',
  })),
];

/** Expressions on answers are run on the analyser's own attacks instead: see the test. */
export const readToTheEnd = 'src/domain/answer/';
