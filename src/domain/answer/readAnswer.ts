import { findBlocks } from './blocks.ts';
import type { Candidate } from './candidates.ts';
import { collectCandidates } from './candidates.ts';
import { chooseRecommended } from './choose.ts';
import { removeCitationMarks } from './citationMarks.ts';
import { draftMentions } from './drafts.ts';
import type { FrozenAnswer } from './frozenAnswer.ts';
import { readingLimitations } from './limitations.ts';
import type { Line } from './lines.ts';
import { mostLines, readLines } from './lines.ts';
import type { Link } from './links.ts';
import { readDefinitions, readLinks } from './links.ts';
import { readOutline } from './outline.ts';
import { readProse } from './prose.ts';
import type { AnswerReading } from './reading.ts';
import { readReturned } from './returned.ts';
import { agreement } from './secondReader.ts';
import { verifyDrafts } from './verify.ts';

/** Changes whenever a reading of the same frozen answer could come out differently. */
export const readerVersion = 'reader/1';

/** Longer texts are read up to here; no provider answers at such a length, and a reading must stay quick. */
export const longestText = 200_000;

/**
 * Reads a frozen answer: who it recommends in which order, what it cites, and what this reading cannot carry.
 * Pure and deterministic. `text` is the provider's text without its private citation marks; all offsets are UTF-16 code
 * units of it.
 */
export function readAnswer(frozen: FrozenAnswer): AnswerReading {
  const unmarked = removeCitationMarks(frozen.text, frozen.annotations);
  const text = unmarked.text;
  const start = text.slice(0, longestText);
  const lines = readLines(start);
  const read = lines.length < mostLines ? start : start.slice(0, lines.at(-1)?.end ?? 0);
  const links = readLinks(read, readDefinitions(read));
  const returned = readReturned(frozen, unmarked.annotations, links);
  const refused = frozen.refusal !== null;
  const chosen = refused ? [] : choose(read, lines, links);
  const blocks = findBlocks(read, chosen, lines);
  const drafts = draftMentions(read, chosen, blocks, links, returned);
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
    }),
    evidence,
    sources: returned.sources,
    dropped: {
      mentions: verified.droppedMentions,
      citations: verified.droppedCitations + notReturned + returned.unusable,
      byReason,
    },
    usable: !refused && text.trim() !== '' && !truncatedEarly,
  };
}

/** Lists, headings and tables first; an answer in which they hold less than two names is read as running text too. */
function choose(text: string, lines: readonly Line[], links: readonly Link[]): Candidate[] {
  const listed = chooseRecommended(collectCandidates(text, readOutline(text, lines, links), links));
  if (listed.length > 1 && !listed.every(opensSentence)) return listed;
  const told = chooseRecommended(readProse(text, lines, links));
  return told.length > listed.length ? told : listed;
}

/** A name in bold that a paragraph goes on from: its neighbours may stand inside the paragraphs. */
function opensSentence({ node, number, colon }: Candidate): boolean {
  const { line, head } = node;
  return line.kind === 'text' && head.bold && number === null && !colon && !head.dash && head.rest < line.end;
}
