import type { Link } from './answerLinks.ts';
import { readDefinitions, readLinks } from './answerLinks.ts';
import { rankOf, readOutline } from './answerOutline.ts';
import { findBlocks } from './blocks.ts';
import type { Candidate } from './candidate.ts';
import { collectCandidates } from './candidates.ts';
import { chooseRecommendations, findRepeats } from './choose.ts';
import { removeCitationMarks } from './citationMarks.ts';
import { readComparison, setAgainst } from './comparison.ts';
import type { Place } from './drafts.ts';
import { draftMentions } from './drafts.ts';
import { isEmptyRecommendation } from './emptyRecommendation.ts';
import { foldName } from './foldName.ts';
import { type FrozenAnswer, isNoAnswer } from './frozenAnswer.ts';
import { agreement } from './headAgreement.ts';
import { isChipLine } from './headSupport.ts';
import { itemWarning } from './itemWarnings.ts';
import { readingLimitations } from './limitations.ts';
import type { Line } from './lines.ts';
import { maxLines, readLines } from './lines.ts';
import type { NameSpan } from './names.ts';
import { hasProperMark, nameLikeness } from './names.ts';
import { isAdvice } from './phrases.ts';
import { prepareText } from './prepareText.ts';
import { readAsides, readProse } from './prose.ts';
import { readerVersion } from './readerVersion.ts';
import type { AnswerReading, OtherName } from './reading.ts';
import { readSearches } from './readSearches.ts';
import { isAdvisedAgainst, readRejections } from './rejections.ts';
import { readReturnedItems } from './returnedItems.ts';
import { sentenceAround } from './sentenceCues.ts';
import { startOfSources } from './sourceList.ts';
import { isSurvey } from './survey.ts';
import { rowVerdict } from './tableVerdicts.ts';
import { languageOf } from './textLanguage.ts';
import { readWords, type WordsOfText, withoutTopics } from './topics.ts';
import { isUnreadable } from './unreadable.ts';
import { maxMentions, verifyDrafts } from './verify.ts';

/** Longer texts are read up to here; no provider answers at such a length, and a reading must stay quick. */
export const maxTextLength = 200_000;

/**
 * Reads a frozen answer: the recommended names in order, the citations, and the limitations of this reading. Pure and
 * deterministic. `text` is the provider's text without its private citation marks; all offsets are UTF-16 code units of
 * it.
 */
export function readAnswer(frozen: FrozenAnswer): AnswerReading {
  const unmarked = removeCitationMarks(frozen.text, frozen.annotations);
  const text = unmarked.text;
  const start = prepareText(text.slice(0, maxTextLength));
  const lines = readLines(start);
  const read = lines.length < maxLines ? start : start.slice(0, lines.at(-1)?.end ?? 0);
  const links = readLinks(read, readDefinitions(read));
  const returned = readReturnedItems(frozen, unmarked.annotations, links);
  const refused = frozen.refusal !== null;
  const garbled = !refused && isUnreadable(read);
  const listed = refused || garbled ? nothing : choose(read, lines, links);
  const choice = decide(read, listed);
  const compared = new Set(listed.chosen);
  const { chosen, candidates } = choice;
  const unreadable = garbled ? 'The text is not an answer that can be read: it holds hardly any words.' : null;
  const placesOf = placesOfNames(read, chosen, candidates, lines);
  const drafts = draftMentions(read, chosen, placesOf, links, returned);
  const verified = verifyDrafts(drafts, { text: read, citations: returned.citations, returned: returned.urls });
  const { mentions, evidence } = verified;
  const ownUrls = new Set(mentions.map((mention) => mention.url));
  const notReturned = returned.notReturned.filter((url) => !ownUrls.has(url)).length;
  const byReason = { ...verified.byReason };
  const add = (reason: string, by: number): void => {
    if (by > 0) byReason[reason] = (byReason[reason] ?? 0) + by;
  };
  add('citation_not_returned', notReturned);
  add('url_invalid', returned.unusable);
  add('bad_offsets', unmarked.badOffsets);
  const certified =
    refused || isNoAnswer(frozen) || mentions.length > 0 || frozen.incompleteReason !== null || unreadable !== null
      ? null
      : choice.isSurvey
        ? 'explains_only'
        : isEmptyRecommendation(read, candidates);
  const truncatedEarly = frozen.incompleteReason !== null && mentions.length === 0;
  return {
    readerVersion,
    text,
    mentions,
    citations: returned.citations,
    limitations: readingLimitations({
      frozen,
      text,
      mentions,
      evidence,
      numbers: drafts.map((draft) => draft.number),
      byReason,
      fromProse: chosen.some((one) => one.context === 'prose'),
      hasCitations: returned.citations.length > 0,
      agreement:
        mentions.length === 0
          ? 1
          : agreement(
              read,
              mentions.map((mention) => mention.name),
            ),
      cutAt: text.length > read.length ? read.length : null,
      unreadable,
      restored: chosen.some((one) => one.node.line.cut),
    }),
    evidence,
    sources: returned.sources,
    dropped: {
      mentions: verified.droppedMentions,
      citations: verified.droppedCitations + notReturned + returned.unusable,
      byReason,
    },
    otherNames: refused ? [] : listOtherNames(read, choice, compared),
    recommendsNobody: certified,
    searches: readSearches(frozen, returned.citations),
    noAnswer: frozen.noAnswer ?? null,
    usable: !refused && text.trim() !== '' && !truncatedEarly && unreadable === null,
  };
}

type Choice = {
  chosen: readonly Candidate[];
  candidates: readonly Candidate[];
  /** Names that sentences advise against. */
  rejections: readonly NameSpan[];
  /** The answer explains what exists around the asker's own idea. */
  isSurvey?: boolean;
};

const nothing: Choice = { chosen: [], candidates: [], rejections: [] };

/** Moves names to the rejected ones if their own item, or a verdict column of their table, advises against them. */
function withoutWarned(text: string, choice: Choice): Choice {
  if (choice.chosen.length === 0) return choice;
  const language = languageOf(text);
  const warned = choice.chosen.filter(({ span, node }) =>
    node.rank === rankOf.row
      ? rowVerdict(span, node, text) === 'no'
      : node.line.kind !== 'text' || node.rank < rankOf.text
        ? itemWarning(span, node, text, language) !== null
        : isAdvisedAgainst(
            ...sentenceAround(text, span, text.lastIndexOf('\n', span.start - 1) + 1, node.line.end),
            language,
          ),
  );
  if (warned.length === 0) return choice;
  const rejections = [...choice.rejections, ...warned.map(({ span }) => span)];
  return { ...choice, chosen: choice.chosen.filter((one) => !warned.includes(one)), rejections };
}

/** Contexts in which a sentence or a title recommends, rather than only a position in a list. */
const tellingContexts: ReadonlySet<Candidate['context']> = new Set(['prose', 'aside', 'picks']);

/** Reduces a survey to names that a sentence recommends, and a comparison to the names in its verdict. */
function decide(text: string, input: Choice): Choice {
  const choice = withoutWarned(text, input);
  if (choice.chosen.length > 0 && isSurvey(text, languageOf(text)))
    return { ...choice, chosen: choice.chosen.filter(({ context }) => tellingContexts.has(context)), isSurvey: true };
  const comparison = readComparison(text, choice.chosen);
  if (comparison.kind === 'verdict') return { ...choice, chosen: [comparison.winner] };
  if (comparison.kind === 'open') return { ...choice, chosen: [] };
  return choice;
}

/** Lists names in the text that it does not recommend, each once, in order of the text. */
function listOtherNames(text: string, choice: Choice, compared: ReadonlySet<Candidate>): OtherName[] {
  const recommended = new Set(choice.chosen.map((one) => foldName(one.span.name)));
  const otherNames = new Map<string, OtherName>();
  const add = ({ start, end }: NameSpan, polarity: OtherName['polarity']): void => {
    const name = text.slice(start, end);
    const key = foldName(name);
    if (key === '' || name.length > 200 || recommended.has(key)) return;
    const before = otherNames.get(key);
    otherNames.set(key, {
      ...(before ?? { name, nameStart: start, nameEnd: end }),
      polarity: before?.polarity === 'rejected' ? 'rejected' : polarity,
    });
  };
  for (const one of choice.candidates) {
    const { span, context, link } = one;
    if (context === 'avoid') add(span, 'rejected');
    else if (compared.has(one) || context === 'mention') add(span, 'mentioned');
    else if (nameLikeness(span.name) >= 0.75 && (link !== null || hasProperMark(span.name))) add(span, 'mentioned');
  }
  for (const span of setAgainst(text)) add(span, 'mentioned');
  for (const span of choice.rejections) add(span, 'rejected');
  return [...otherNames.values()]
    .sort((otherName, right) => otherName.nameStart - right.nameStart)
    .slice(0, maxMentions);
}

/**
 * Chooses names from lists, headings and tables first; if these have fewer than two names, the answer is read as
 * running text too.
 */
function choose(text: string, lines: readonly Line[], links: readonly Link[]): Choice {
  let wordsOfText: WordsOfText | null = null;
  const words = (): WordsOfText => {
    wordsOfText ??= readWords(text);
    return wordsOfText;
  };
  const outlined = collectCandidates(text, readOutline(text, lines, links), links, words);
  const rejections = readRejections(text, languageOf(text));
  const rejected = new Set(rejections.map((span) => span.start));
  const judged = outlined.map((one) =>
    one.node.line.kind === 'text' && rejected.has(one.span.start) ? { ...one, context: 'avoid' as const } : one,
  );
  const language = languageOf(text);
  const named = withoutTopics(text, judged, words).filter(
    (one) => (!one.colon || !isAdvice(one.span.name, language)) && !isChipLine(one.node, text),
  );
  const end = startOfSources(text, lines);
  const candidates = [...named, ...readAsides(text, lines, links, named)]
    .filter(({ span }) => span.start < end)
    .sort((candidate, right) => candidate.span.start - right.span.start);
  const listed = chooseRecommendations(candidates);
  if (listed.length > 1 && !listed.every(opensSentence)) return { chosen: listed, candidates, rejections };
  const prose = withoutTopics(text, readProse(text, lines, links), words).filter(({ span }) => span.start < end);
  const recommendations = chooseRecommendations(prose);
  const isTold = recommendations.length > listed.length;
  return { chosen: isTold ? recommendations : listed, candidates: isTold ? prose : candidates, rejections };
}

/** Returns all places of every chosen name with their blocks; the chosen place comes first. */
function placesOfNames(
  text: string,
  selection: readonly Candidate[],
  candidates: readonly Candidate[],
  lines: readonly Line[],
): Place[][] {
  const repeats = findRepeats(candidates, selection);
  const all = [...selection, ...repeats.map((repeat) => repeat.candidate)];
  const blocks = findBlocks(text, all, lines);
  const places: Place[][] = selection.map(() => []);
  for (const [index, candidate] of all.entries()) {
    const of = index < selection.length ? index : repeats[index - selection.length]?.of;
    const block = blocks[index];
    if (of !== undefined && block !== undefined) places[of]?.push({ candidate, block });
  }
  return places;
}

/** Returns true for a name in bold that begins a paragraph: its neighbours may be inside the paragraphs. */
function opensSentence({ node, number, colon, series }: Candidate): boolean {
  if (series < 0) return true;
  const { line, head } = node;
  return line.kind === 'text' && head.bold && number === null && !colon && !head.dash && head.rest < line.end;
}
