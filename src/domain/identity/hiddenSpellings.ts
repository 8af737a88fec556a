import { decodeReferences } from '../html/characterReferences.ts';

const lineBreak = /<br\s*\/?>|&nbsp;/gi;
const markup = /<\/?(?:b|i|em|strong|u|s|del|ins|mark|span|sup|sub|small|wbr)(?:\s[^<>]*)?>/gi;
// Preceding text is checked last: a search that begins with a sign is quick.
const emphasisInWord = /(?:\*\*|__)(?<=[\p{L}\p{N}]..)(?=[\p{L}\p{N}])/gu;
const hides = /[%&<]|(?:\*\*|__)(?<=[\p{L}\p{N}]..)(?=[\p{L}\p{N}])/u;

/**
 * The text, followed by those of its lines that read otherwise once escapes of addresses, character references and
 * emphasis inside words are undone: a name occurs in a text in either spelling ("Acme%20Tools", "Marks &amp; Spencer",
 * "**A**cme").
 */
export function withHiddenSpellings(text: string): string {
  if (!hides.test(text)) return text;
  const more = text.split('\n').flatMap((line) => {
    const plain = plainSpelling(line);
    return plain === line ? [] : [plain];
  });
  return more.length === 0 ? text : `${text}\n${more.join('\n')}`;
}

function plainSpelling(line: string): string {
  if (!hides.test(line)) return line;
  const unmarked = line.replace(lineBreak, ' ').replace(markup, '').replace(emphasisInWord, '');
  return decodeReferences(unmarked).replace(/(?:%[0-9a-f]{2})+/gi, decodeEscapes);
}

function decodeEscapes(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
