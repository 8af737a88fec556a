const fence = /^[ \t>]{0,12}(?:```|~~~)/;
const image = /!\[[^\]\n]{0,300}\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)/g;

/** Blanks a stretch: every character but line breaks becomes a space, so that all offsets stay. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

const oddSpaces = /[\u00a0\u2007-\u200a\u202f\u205f]/g;
const underscored = /(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]{1,200})__(?![\p{L}\p{N}_])/gu;

/** One spelling of what Markdown and typography write in several ways, as long as before: spaces, and bold. */
function inOneSpelling(text: string): string {
  const spaced = text.replace(oddSpaces, ' ');
  return spaced.includes('__') ? spaced.replace(underscored, '**$1**') : spaced;
}

/**
 * The text a reader may take names from, offset for offset: code blocks and image markup are blank, because what stands
 * in them is quoted and not said. A fence around the whole answer is only its wrapping.
 */
export function prepareText(text: string): string {
  const spelled = inOneSpelling(text);
  const shown = spelled.includes('![') ? spelled.replace(image, blank) : spelled;
  if (!/```|~~~/.test(shown)) return shown;
  const parts: string[] = [];
  let inFence = false;
  let hidden = 0;
  for (const line of shown.split(/(?<=\n)/)) {
    const marks = fence.test(line);
    if (marks) inFence = !inFence;
    const hide = marks || inFence;
    if (hide && !marks) hidden += line.length;
    parts.push(hide ? blank(line) : line);
  }
  if (hidden * 10 > shown.length * 8) return shown.replace(/^[ \t>]{0,12}(?:```|~~~)[^\n]*/gm, blank);
  return parts.join('');
}
