import type { NameSpan } from './names.ts';

/** Words right before a name that is a source of reviews or lists, not a choice. */
const asSource =
  /(?:\b(?:reviews?|ratings?|rated|reviewed|listed|listings|feedback|profiles?|testimonials|comments|threads?|posts?|users|videos|directories) (?:on|from|at|by|in|across|via)|according to|\b(?:administer|recommend|trust|list|rat|review|rank|nam|cit|not|certifi|verifi|accredit|calculat|issu|requir|regulat|approv|award|mention|prais|highlight|featur|coordinat|supervis)ed by|\bsources? (?:like|such as|including)|\b(?:review (?:sites?|platforms?)|directories|marketplaces|forums) (?:like|such as|including)|\b(?:bewertungen|rezensionen) (?:auf|bei|von)|laut|\bavis (?:sur|de)|selon|d'apres|rese[nñ]as (?:en|de)|seg[uú]n|recensioni (?:su|di)|secondo|avalia[cç][oõ]es (?:no|na|em)|segundo|volgens|yorumlar)(?: (?:numerous|many|recent|local|online|popular|major|third-party|independent|platforms?|sites?|websites?|apps?|services?|like|such as|including|und|et|y|e|the|and)){0,5}[,:]?\s{1,3}(?:the |der |die |das |le |la |el |il |o |a )?[*_[“"„]{0,4}$/iu;

/** Matches the names of an enumeration before its next name. */
const enumerated = /(?:[*_[]{0,3}\p{Lu}[\p{L}\p{N}.&'’-]{0,30}[*_\]]{0,4}\s?,\s{1,3}){1,3}$/u;
const goesOn = /^[*_\]]{0,4}\s?,?\s(?:(?:and|or|&|und|et|y|e)\s|[*_[]{0,3}\p{Lu})/u;
/** Text between two names of one enumeration: no verb of its own. */
const joins =
  /^[*_\]]{0,4}\s?,?\s{0,3}(?:\p{Lu}[\p{L}.]{0,20}\s?,?\s{0,3}){0,3}(?:(?:and|or|&|und|et|y|e)\s{1,3})?(?:the\s)?[*_[]{0,4}$/u;
const linkTarget = /\]\([^()\s]{0,1000}\)/g;

/**
 * Finds the names of a sentence that only state where something was read: "reviews on platforms like Acme, Bolt, and
 * Cargo". Names joined to such a name by an enumeration are sources too. `from`: start of the sentence; `names` are in
 * the order of the text.
 */
export function markSources(
  text: string,
  from: number,
  names: readonly NameSpan[],
): { span: NameSpan; isSource: boolean }[] {
  const marked: { span: NameSpan; isSource: boolean }[] = [];
  for (const span of names) {
    const last = marked.at(-1);
    const between = last === undefined ? '' : text.slice(last.span.end, span.start);
    const joined = last?.isSource === true && between.length < 400 && joins.test(between.replace(linkTarget, ']'));
    const before = text
      .slice(Math.max(from, span.start - 400), span.start)
      .replace(linkTarget, ']')
      .slice(-160);
    const among = goesOn.test(text.slice(span.end, span.end + 12)) && asSource.test(before.replace(enumerated, ''));
    marked.push({ span, isSource: joined || asSource.test(before) || among });
  }
  return marked;
}
