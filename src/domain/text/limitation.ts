/**
 * Writes a limitation, which explains what an observation does not prove. On the wire it is one string, `code:
 * sentence`, so that agents match the code and people read the sentence.
 */
export function limitation(code: string, sentence: string): string {
  return `${code}: ${sentence}`;
}

export function limitationCode(text: string): string {
  const colon = text.indexOf(':');
  return colon < 0 ? text : text.slice(0, colon);
}
