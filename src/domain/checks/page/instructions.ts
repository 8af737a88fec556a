/**
 * Text that speaks to a language model instead of a person. Each pattern needs an order and a model, or a phrase that only
 * prompts use, so that an article about the subject is not one; even then only hidden text is ever matched.
 */
const model =
  '(?:ai\\s+(?:assistant|model|agent|system|crawler|bot|tool)s?|llms?|chatgpt|gpt(?:-?\\d[\\w.]*)?|claude|gemini|perplexity|copilot|language\\s+models?)';
const promote = '(?:recommend|rank|cite|mention|prefer|suggest|praise|promote|say)';

const matchers: readonly { id: string; pattern: RegExp }[] = [
  {
    id: 'ignore_instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|every|of)\s+){0,3}(?:previous|prior|above|earlier|preceding|system)\s+(?:instruction|prompt|rule|direction)s?\b/i,
  },
  {
    id: 'role_change',
    pattern:
      /\byou\s+are\s+(?:now\s+)?(?:an?\s+|the\s+)?(?:ai\b|llm\b|(?:large\s+)?language\s+model|(?:ai|helpful|virtual)\s+assistant|chatbot|chatgpt)/i,
  },
  {
    id: 'address_to_model',
    pattern: new RegExp(
      `\\b${model}\\b[^.!?\\n]{0,60}\\b(?:must|should|always|please|are\\s+(?:instructed|required)\\s+to)\\b[^.!?\\n]{0,60}\\b${promote}\\b`,
      'i',
    ),
  },
  {
    id: 'order_to_recommend',
    pattern:
      /\b(?:when|if)\s+(?:(?:you\s+are|you|an?\s+user|the\s+user|users?|someone)\s+)?(?:asked|asks?|asking|summari[sz]ing)\b[^.!?\n]{0,80}\b(?:(?:always|only|first)\s+(?:recommend|rank|cite|mention|prefer|suggest|name)|recommend\s+(?:us|only|this|our))\b/i,
  },
  {
    id: 'secrecy',
    pattern:
      /\bdo\s+not\s+(?:reveal|mention|disclose|tell)\b[^.!?\n]{0,40}\b(?:these\s+instructions?|(?:your|this|the)\s+(?:system\s+)?prompt|to\s+the\s+user)\b/i,
  },
  {
    id: 'prompt_markup',
    pattern: /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<<SYS>>|\bBEGIN\s+SYSTEM\s+PROMPT\b/i,
  },
];

/** Words of which every matcher needs one: most hidden texts are menus, and are done with here. */
const suspicious =
  /ignore|disregard|forget|override|you\s+are|must|should|always|please|instructed|required|ask|summari|answering|do\s+not|<\||\[\/?INST|<<SYS|SYSTEM\s+PROMPT/i;

/** Id of the first matching pattern, or null. Looks at the first 20 000 characters. */
export function matchInstruction(text: string): string | null {
  if (!suspicious.test(text)) return null;
  const sample = text.slice(0, 20_000).replace(/\s+/g, ' ');
  return matchers.find((each) => each.pattern.test(sample))?.id ?? null;
}

/** ASCII spelled with invisible tag characters (U+E0020 to U+E007E); flag emoji use a handful, messages many. */
export function hiddenTagText(text: string): string | null {
  let out = '';
  for (const match of text.matchAll(/[\u{E0020}-\u{E007E}]{8,}/gu)) {
    for (const char of match[0]) out += String.fromCharCode((char.codePointAt(0) ?? 0xe0020) - 0xe0000);
  }
  return out === '' ? null : out;
}
