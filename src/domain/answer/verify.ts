import { hostOf, normaliseUrl } from '../urls/normaliseUrl.ts';
import { foldName, foldText } from './foldName.ts';
import { cutAtWord } from './plainText.ts';
import type { Citation, Mention, MentionEvidence } from './reading.ts';

export const maxMentions = 50;
const maxCitations = 20;
const maxReasonLength = 500;

/** A reader's claim about one name, before the strict checks. A draft may come from anywhere and is not trusted. */
export type Draft = {
  name: string;
  nameStart: number;
  nameEnd: number;
  /** As written; not yet normalised. */
  url: string | null;
  reason: string;
  citationUrls: readonly string[];
  /** Stretches in which the text describes the name. */
  blocks: readonly { start: number; end: number }[];
  /** Normalised URLs inside the blocks. */
  blockUrls: readonly string[];
  number: number | null;
};

export type VerifiedDrafts = {
  mentions: Mention[];
  evidence: MentionEvidence[];
  droppedMentions: number;
  droppedCitations: number;
  byReason: Record<string, number>;
};

export type VerifyContext = { text: string; citations: readonly Citation[]; returned: ReadonlySet<string> };

function overlaps(citation: Citation, draft: Draft): boolean {
  const { startIndex, endIndex } = citation;
  if (startIndex === null || endIndex === null) return false;
  const last = Math.max(endIndex, startIndex + 1);
  return draft.blocks.some((block) => startIndex < block.end && last > block.start);
}

/** K8: written numbers count if they rise or fall steadily over all names; otherwise the order in the text does. */
function inOrder(drafts: readonly Draft[]): { ordered: Draft[]; basis: MentionEvidence['orderBasis']; moved: number } {
  const byPlace = [...drafts].sort((draft, right) => draft.nameStart - right.nameStart);
  const numbers = byPlace.map((draft) => draft.number);
  const steps = numbers.slice(1).map((number, index) => (number ?? 0) - (numbers[index] ?? 0));
  const numbered = numbers.length > 1 && numbers.every((number) => number !== null);
  const rising = numbered && steps.every((step) => step > 0);
  const falling = numbered && steps.every((step) => step < 0);
  const ordered = falling ? [...byPlace].reverse() : byPlace;
  const moved = ordered.filter((draft, index) => draft !== drafts[index]).length;
  return { ordered, basis: rising || falling ? 'explicit_rank' : 'first_offset', moved };
}

/**
 * Applies the strict checks K1-K9 to drafts, against the text and the URLs the provider returned. Pure; removals and
 * corrections are counted by reason. Returns at most `maxMentions` mentions in order of recommendation.
 */
export function verifyDrafts(drafts: readonly Draft[], context: VerifyContext): VerifiedDrafts {
  const byReason: Record<string, number> = {};
  const count = (reason: string, by = 1): void => {
    if (by > 0) byReason[reason] = (byReason[reason] ?? 0) + by;
  };
  let droppedMentions = 0;
  let droppedCitations = 0;
  const folded = foldText(context.text);
  const present = drafts.filter((draft) => {
    const name = foldText(draft.name);
    return name !== '' && folded.includes(name);
  });
  count('name_not_in_text', drafts.length - present.length);
  droppedMentions += drafts.length - present.length;
  const { ordered, basis, moved } = inOrder(present);
  count('reordered', moved);
  const merged = new Map<string, { mention: Mention; evidence: MentionEvidence }>();
  for (const draft of ordered) {
    const citationUrls: string[] = [];
    for (const raw of draft.citationUrls) {
      const url = normaliseUrl(raw);
      const reason = url === null ? 'url_invalid' : !context.returned.has(url) ? 'citation_not_returned' : null;
      if (reason !== null) {
        count(reason);
        droppedCitations += 1;
      } else if (url !== null && !citationUrls.includes(url)) {
        if (context.citations.some((citation) => citation.url === url && overlaps(citation, draft)))
          citationUrls.push(url);
        else count('citation_outside_block');
      }
    }
    const reason = draft.reason.replace(/https?:\/\/\S+/gi, '').trim();
    if (reason !== draft.reason || reason.length > maxReasonLength) count('reason_trimmed');
    const mention: Mention = {
      name: draft.name,
      url: evidencedUrl(draft, context.returned, count),
      reason: cutAtWord(reason, maxReasonLength),
      citationUrls: citationUrls.slice(0, maxCitations),
    };
    const { nameStart, nameEnd } = draft;
    const evidence: MentionEvidence = { nameStart, nameEnd, orderBasis: basis, blockUrls: draft.blockUrls };
    const key = foldName(draft.name);
    const before = merged.get(key);
    if (before === undefined) merged.set(key, { mention, evidence });
    else {
      count('merged');
      droppedMentions += 1;
      merged.set(key, mergedWith(before, { mention, evidence }));
    }
  }
  const mergedDrafts = [...merged.values()];
  count('too_many', Math.max(0, mergedDrafts.length - maxMentions));
  droppedMentions += Math.max(0, mergedDrafts.length - maxMentions);
  const listed = mergedDrafts.slice(0, maxMentions);
  const mentions = listed.map((one) => one.mention);
  const evidence = listed.map((one) => one.evidence);
  return { mentions, evidence, droppedMentions, droppedCitations, byReason };
}

/** K3 and K7: a mention's own link must be a public page whose host appears in its block or among the returned URLs. */
function evidencedUrl(draft: Draft, returned: ReadonlySet<string>, count: (reason: string) => void): string | null {
  if (draft.url === null) return null;
  const url = normaliseUrl(draft.url);
  if (url === null) {
    count('url_invalid');
    return null;
  }
  const host = hostOf(url);
  if (draft.blockUrls.some((knownText) => hostOf(knownText) === host)) return url;
  for (const entry of returned) if (hostOf(entry) === host) return url;
  count('url_not_evidenced');
  return null;
}

type Pair = { mention: Mention; evidence: MentionEvidence };

/** K9: the same name twice is one mention; the first keeps its place and takes over the other's sources. */
function mergedWith(first: Pair, again: Pair): Pair {
  const citationUrls = [...new Set([...first.mention.citationUrls, ...again.mention.citationUrls])].slice(
    0,
    maxCitations,
  );
  const blockUrls = [...new Set([...first.evidence.blockUrls, ...again.evidence.blockUrls])];
  return {
    mention: { ...first.mention, url: first.mention.url ?? again.mention.url, citationUrls },
    evidence: { ...first.evidence, blockUrls },
  };
}
