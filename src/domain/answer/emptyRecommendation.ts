import type { Candidate } from './candidate.ts';
import { hasProperMark } from './names.ts';
import { foldTitle } from './titleWords.ts';

/** Wording of an answer that refuses to name a brand or cannot. */
const declines = new RegExp(
  '(?<![\\p{L}])(?:' +
    "(?:can(?:not|'t| not)|unable to|not able to|won't|will not|don't|do not) (?:really |specifically |personally )?(?:recommend|suggest|name|endorse|provide (?:a )?(?:specific |personal )?recommendations?|give (?:you )?(?:a )?(?:specific )?recommendations?|single out|pick)|" +
    "(?:don't|do not) have (?:access to|(?:any )?(?:real-time|current|up-to-date|specific) (?:data|information)|(?:the |any )?(?:names?|a list) of)|(?:could(?: not|n't)|can(?:not|'t)|was unable to) find any|no (?:service|product|app|tool|company|provider)s? (?:on the market |currently |that )|" +
    'kann (?:ich )?(?:ihnen |dir )?(?:leider )?kein|(?:leider )?keine (?:konkrete|spezifische)[nr]? empfehlung|' +
    '(?:je )?ne (?:peux|puis) pas (?:recommander|vous recommander|citer|proposer)|' +
    'no puedo (?:recomendar|sugerir|dar)|non posso (?:consigliare|raccomandare|fornire)|nao posso (?:recomendar|indicar|sugerir)|' +
    'kan (?:ik )?(?:helaas )?geen|oneride bulunamam|tavsiye edemem|oneremem|nie moge (?:polecic|rekomendowac)|не могу (?:рекомендовать|посоветовать)' +
    ')|お勧めできません|おすすめできません|おすすめすることはできません|お勧めすることはできません|紹介できません|无法推荐|無法推薦|不能推荐|추천할 수(?:는)? 없|추천해 드릴 수 없|لا أستطيع (?:أن أوصي|التوصية)|لا يمكنني|איני יכול להמליץ|לא יכול להמליץ|सिफ\u093C?ारिश नहीं कर|ไม่สามารถแนะนำ',
  'u',
);

/** First words of steps: instructions to the reader, not things to choose. */
const imperative =
  /^(?:log|sign|submit|complete|file|register|send|pay|follow|upload|bring|press|hold|pull|push|lift|unscrew|twist|turn|remove|replace|install|open|close|click|tap|press|go to|set|select|run|create|add|connect|plug|unplug|check|clean|wash|dry|cut|mix|pour|wait|test|measure|mark|drill|sand|apply|prepare|gather|attach|tighten|loosen|inspect|drain|restart|reset|update|download|enter|type|save|write|start|stop|place|put|use|make|keep|take|find|learn|understand|know|identify|determine|define|evaluate|assess|research|consider|ask|compare|read|review|verify|confirm|contact|call|schedule|plan|build|improve|increase|reduce|avoid|ensure|monitor|track|focus|offer|provide|encourage|develop|establish|practice|choose|decide|look|get|stay|drink|eat|sleep|exercise|switch|fill|rinse|boil|heat|cook|bake|stir|step \d+|phase \d+|day \d+|schritt \d+|etape \d+|paso \d+|passo \d+|passaggio \d+|stap \d+|adim \d+|krok \d+)(?![\p{L}\p{N}])/u;

/** Matches an instruction to the reader: "Check the brakes", "Get a thermometer". */
export function isCommand(title: string): boolean {
  return imperative.test(foldTitle(title)) && !hasProperMark(title.split(' ')[0] ?? '');
}

/** Returns true for a numbered or set-apart series of things to do: at least half of it begins with a command. */
export function isStepSeries(names: readonly string[]): boolean {
  const steps = names.filter(isCommand);
  return names.length > 1 && steps.length * 2 >= names.length;
}

/** Wording of an answer that cannot know: its data ends earlier, or it has no access. */
const cannotKnow = new RegExp(
  "(?<![\\p{L}])(?:(?:can(?:not|'t| not)|unable to|not able to) (?:provide|offer|give|access|predict|confirm|verify|browse|know)(?![\\p{L}])|" +
    '(?:training|knowledge)(?: data)? (?:only )?(?:includes?|ends?|goes|extends|cuts? ?off|is limited)|' +
    'keinen zugriff auf|pas acces a|no tengo acceso|non ho accesso|nao tenho acesso|geen toegang tot|erisimim yok|nie mam dostepu)',
  'u',
);

/**
 * Returns the reason, as a code, why an answer without names recommends no one; null if the reader is not sure: running
 * text may contain names that it could not extract. `candidates` are all names that the text sets apart, chosen or not.
 */
export function isEmptyRecommendation(text: string, candidates: readonly Candidate[]): string | null {
  const statement = foldTitle(text.slice(0, 20_000)).trim();
  if (statement === '') return null;
  const allSteps =
    isStepSeries(candidates.map((one) => one.span.name)) && candidates.every((one) => one.number !== null);
  if (countSteps(text) > 1 && allSteps) return 'steps_only';
  if (candidates.some((one) => one.context !== 'advice' && one.context !== 'avoid' && one.context !== 'prose'))
    return null;
  const named = candidates.filter((one) => one.link !== null || one.context === 'prose');
  if (declines.test(statement) && named.length === 0) return 'declines_to_name';
  if (cannotKnow.test(statement) && candidates.length === 0 && properRuns(text) === 0) return 'declines_to_name';
  if (countSteps(text) > 1 && candidates.every((one) => one.number !== null || one.context === 'advice'))
    return 'steps_only';
  const questions = text.match(/[?？؟](?=\s|$|\*)/g)?.length ?? 0;
  const sentences = text.match(/(?<!\d)[.!?。！？؟।](?=\s|$|\*)/g)?.length ?? 0;
  const asksBack = questions > 0 && questions * 2 >= sentences;
  if (!asksBack && explainsOnly(text, candidates)) return 'explains_only';
  const isAdvice = candidates.length > 0 && candidates.every((one) => one.context === 'advice');
  const marked = properRuns(isAdvice ? withoutHeads(text, candidates) : text);
  if (marked > 0 || !hasWords.test(text)) return null;
  if (asksBack) return 'asks_back';
  return isAdvice ? 'advice_only' : null;
}

/** Punctuation alone ("???") is not a question. */
const hasWords = /\p{L}{2}[^\p{L}]{0,20}\p{L}|\p{Lo}{2}/u;

const minExplainedLength = 300;

/**
 * Returns true for a long answer, in a script with capitals, that sets several things apart if none of them could be a
 * name: a law, a statistic, an explanation. Names in its sentences are its subject or its sources.
 */
function explainsOnly(text: string, candidates: readonly Candidate[]): boolean {
  if (text.length < minExplainedLength || candidates.some(mayBeName)) return false;
  const items = text.match(/^[ \t]{0,6}(?:[-*•+]|\d{1,2}[.)])[ \t]+\S/gmu)?.length ?? 0;
  if (items < 2) return false;
  const sample = text.slice(0, 2_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const cased = sample.match(/[\p{Ll}\p{Lu}]/gu)?.length ?? 0;
  return cased * 10 > letters * 9;
}

/** Advice may name the thing it advises: a link, or a spelling that no common word has. */
function mayBeName({ context, link, span }: Candidate): boolean {
  if (context === 'avoid') return false;
  return context !== 'advice' || link !== null || /[®™]|\p{Ll}\p{Lu}|\p{L}\.\p{L}{2}/u.test(span.name);
}

/** Returns the text with its set-apart words blanked: capitals in titles prove nothing. */
function withoutHeads(text: string, candidates: readonly Candidate[]): string {
  let rest = '';
  let at = 0;
  for (const { node } of candidates) {
    const { start } = node.line;
    if (start < at) continue;
    rest += text.slice(at, start);
    at = Math.max(start, Math.min(node.line.end, node.head.end));
  }
  return rest + text.slice(at);
}

/** Counts numbered items that begin with a command. */
export function countSteps(text: string): number {
  const items = text.match(/^[ \t]{0,6}\d{1,2}[.)][ \t]+[^\n]{3,60}/gm) ?? [];
  return items.filter((item) => imperative.test(foldTitle(item.replace(/^[^\p{L}]+/u, '')))).length;
}

/** Counts words inside sentences that look like names: capitals within, figures, or two capitalised words in a row. */
function properRuns(text: string): number {
  const inside = text.match(
    /(?<=[\p{Ll},;] )\p{Lu}[\p{L}\d.&'’-]* \p{Lu}[\p{L}\d.&'’-]*|(?<![\p{L}\d])\p{Lu}?\p{Ll}+\p{Lu}\p{L}*|\[[^\]\n]{2,80}\]\(/gu,
  );
  return inside?.length ?? 0;
}
