import type { CitedPageShape, SourceGapShape, SupportShape } from '../../contract/citedPages/wire.ts';
import type { PageName } from '../../domain/citedPages/citedPage.ts';
import type { SourceGap } from '../../domain/citedPages/sourceGaps.ts';
import type { AnswerSupport } from '../../services/citedPages/answerSupport.ts';
import type { SeenPage } from '../../services/citedPages/citedPages.ts';

type ShownReading = NonNullable<CitedPageShape['reading']>;
type Reading = { reading: NonNullable<SeenPage['reading']>; seen: SeenPage['seen'] };

const presentName = ({ name, domain, who, place }: PageName) => ({ name, domain, who, place });

/** Presents a reading: only facts and short excerpts, never the text of a page. */
export function presentReading({ reading, seen }: Reading): ShownReading {
  const { facts, readAt, changedAt, archive } = reading;
  const { outcome, status, finalUrl, title, language, date, author, contactUrl, words, reserved, interrupted } = facts;
  const view = seen?.view ?? null;
  return {
    ...{ readAt, outcome, status, finalUrl, title, language, date, changedAt, author, contactUrl, words, reserved },
    ...{ interrupted, archive, textDigest: facts.textDigest },
    view:
      view === null
        ? null
        : {
            ...{ namesUs: view.namesUs, lostSince: seen?.lostSince ?? null, ourPlace: view.ourPlace },
            ...{ listed: view.listed, names: view.names.map(presentName), link: view.link, excerpt: view.excerpt },
            facts: [...(seen?.facts ?? [])].map(({ factId, version, verdict, value, excerpt }) => ({
              ...{ factId, version, verdict, value, excerpt },
            })),
          },
  };
}

export function presentPage({ page, reading, seen }: SeenPage): CitedPageShape {
  const { id, url, host, state } = page;
  return { id, url, host, state, reading: reading === null ? null : presentReading({ reading, seen }) };
}

export function presentSupport({ runId, citations, left, limitation }: AnswerSupport): SupportShape {
  return {
    ...{ runId, left, limitation },
    citations: citations.map(({ url, sentence, page, rule, judgement }) => ({
      ...{ url, sentence, page, rule },
      judgement:
        judgement === null
          ? null
          : {
              ...{ verdict: judgement.verdict, reason: judgement.reason, run: judgement.run, share: judgement.share },
              ...{ numbers: judgement.numbers, excerpt: judgement.excerpt, fragment: judgement.fragment },
            },
    })),
  };
}

export function presentGap(gap: SourceGap): SourceGapShape {
  const { url, domain, kind, title, state, runIds, questionIds, recommends, page } = gap;
  return {
    ...{ url, domain, kind, title, state, questions: questionIds.length, answers: runIds.length },
    ...{ runIds: [...runIds], questionIds: [...questionIds], recommends: recommends.map(presentName) },
    page:
      page === null
        ? null
        : {
            ...{ id: page.id, outcome: page.outcome, readAt: page.readAt, date: page.date, changedAt: page.changedAt },
            ...{ author: page.author, contactUrl: page.contactUrl, namesUs: page.namesUs, lostSince: page.lostSince },
            ...{ ourPlace: page.ourPlace, excerpt: page.excerpt },
          },
  };
}
