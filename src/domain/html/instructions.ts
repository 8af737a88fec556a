import { matchAssistantOrder, mayOrderAssistants } from './assistantOrders.ts';

/**
 * Text addressed to a language model instead of a person. Each pattern requires an order and a model, or a phrase that
 * only prompts use, so that an article about the subject does not match; and patterns are applied only to hidden text.
 */
const model =
  '(?:ai\\s+(?:assistant|model|agent|system|crawler|bot|tool)s?|llms?|chatgpt|gpt(?:-?\\d[\\w.]*)?|claude|gemini|perplexity|copilot|language\\s+models?)';
const promote = '(?:recommend|rank|cite|mention|prefer|suggest|praise|promote|say)';

/** A model by its generic name, but not a person or company that works on models: no noun may follow. */
const role =
  '(?:(?:large\\s+)?language\\s+models?|llms?|(?:ai|helpful|virtual)(?:\\s+\\w+){0,2}\\s+(?:assistant|model|agent|system|crawler|bot)s?|ai(?!\\s*,)|chatbot|chatgpt)(?=\\s*[,.;:!]|\\s+(?:that|who|and|of|for|reading|summari|visiting|crawling|processing|tasked|instructed))';

const matchers: readonly { id: string; pattern: RegExp }[] = [
  {
    id: 'ignore_instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|every|of)\s+){0,3}(?:previous|prior|above|earlier|preceding|system)\s+(?:instruction|prompt|rule|direction)s?\b/i,
  },
  {
    id: 'ignore_above',
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:(?:all|everything|of|the)\s+){1,3}above\b[^.!?\n]{0,30}\b(?:output|reveal|recommend|rank|praise|promote)\b/i,
  },
  {
    id: 'role_change',
    // The reader is declared to be something now, or to be something and to do something: the first alone would also
    // match the greeting of a chat.
    pattern: new RegExp(
      `(?<!\\b(?:if|whether|when|since|because|that|while)\\s)\\byou\\s+are\\s+(?:now\\s+(?:an?\\s+|the\\s+)?${role}|` +
        `(?:an?\\s+|the\\s+)?${role}(?:\\s+(?:that|who)\\s+(?:\\w+\\s+){0,2}${promote}s?\\b|` +
        `[.!:]\\s*${promote}\\b|[\\s\\S]{0,200}?\\b(?:ignore|disregard|forget|always|never|must|only)\\b[^.!?\\n]{0,60}\\b(?:instruction|prompt|rule|answer|respond|reply|tell|${promote})))`,
      'i',
    ),
  },
  {
    id: 'role_of_shop',
    pattern: new RegExp(
      `\\byou\\s+are\\s+now\\s+(?:an?|the)\\s+(?:\\w+\\s+){0,2}(?:assistant|chatbot)\\s+(?:that|who)\\b[^.!?\\n]{0,40}\\b${promote}s?\\b`,
      'i',
    ),
  },
  {
    id: 'note_to_model',
    pattern: new RegExp(
      `\\b(?:dear|attention|(?:note|message|instructions?)\\s+(?:to|for))\\s+(?:(?:all|any|the)\\s+)?${model}\\s*[:,!]\\s*(?:always\\s+)?(?:${promote}|describe|ignore)\\b`,
      'i',
    ),
  },
  {
    id: 'if_model',
    pattern: new RegExp(
      `\\b(?:if|as|since)\\s+you\\s+are\\s+(?:an?\\s+)?${role}[^.!?]{0,80}?\\b(?:${promote}|ignore|answer|respond|reply|tell|describe|output)\\b`,
      'i',
    ),
  },
  {
    id: 'address_to_model',
    pattern: new RegExp(
      `\\b${model}\\b[^.!?\\n]{0,60}\\b(?:must|should|always|please|are\\s+(?:instructed|required)\\s+to)\\b(?!\\s+(?:never|not)\\b)[^.!?,;\\n]{0,30}\\b${promote}\\b`,
      'i',
    ),
  },
  {
    id: 'order_to_recommend',
    pattern:
      /\b(?:when|if)\s+(?:(?:you\s+are|you|an?\s+user|the\s+user|users?)\s+)?(?:asked|asks?|asking|summari[sz]ing)\b[^.!?\n]{0,80}\b(?:(?:always|only|first)\s+(?:recommend|rank|cite|mention|prefer|suggest|name)|recommend\s+(?:us|only|this|our))\b/i,
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

/** Words, one of which every matcher requires: most hidden texts are menus and are ruled out here. */
const suspicious =
  /ignore|disregard|forget|override|dear|attention|(?:note|message|instructions?)\s+(?:to|for)|you\s+are|must|should|always|please|instructed|required|ask|summari|answering|do\s+not|<\||\[\/?INST|<<SYS|SYSTEM\s+PROMPT/i;

/** Zero-width characters, which break a word for a pattern but not for a reader. */
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]+/;

/** Returns the id of the first matching pattern, or null. Reads the first 20 000 characters. */
export function matchInstruction(text: string): string | null {
  const isEnglish = suspicious.test(text) || unseen.test(text);
  if (!isEnglish && !mayOrderAssistants(text)) return null;
  const sample = text.slice(0, 20_000).replaceAll(new RegExp(unseen, 'g'), '').replace(/\s+/g, ' ');
  return matchers.find((each) => each.pattern.test(sample))?.id ?? matchAssistantOrder(sample);
}

/**
 * Decodes ASCII spelled with invisible tag characters (U+E0020 to U+E007E); flag emoji use a handful, messages many.
 */
export function hiddenTagText(text: string): string | null {
  let out = '';
  for (const match of text.matchAll(/[\u{E0020}-\u{E007E}]{8,}/gu)) {
    for (const char of match[0]) out += String.fromCharCode((char.codePointAt(0) ?? 0xe0020) - 0xe0000);
  }
  return out === '' ? null : out;
}
