import { classifyCited } from '../../domain/citedPages/citedKind.ts';
import { type CitedSource, type SourceGap, sourceGaps } from '../../domain/citedPages/sourceGaps.ts';
import { sortedOnce } from '../../domain/text/codeUnitOrder.ts';
import { listViews, newestReadings, pagesByUrl } from '../../store/citedPages/pages.ts';
import type { Reader } from '../visibility/reportPlace.ts';
import { type CitedAnswers, loadCitedAnswers } from './citedAnswers.ts';

export type SourceGaps = { simulated: boolean; answers: number; questions: number; gaps: SourceGap[] };

/**
 * Lists pages that recommend others but not the website, over the latest answers of every engine. Saved state only.
 * @throws not_found
 */
export async function listSourceGaps(reader: Reader, websiteId: string): Promise<SourceGaps> {
  return gapsOfAnswers(reader, await loadCitedAnswers(reader, websiteId));
}

export async function gapsOfAnswers(
  reader: Reader,
  { website, simulated, answers }: CitedAnswers,
): Promise<SourceGaps> {
  const { workspaceId } = reader.principal;
  const uses = answers.flatMap((answer) => answer.cited.map((source) => ({ source, answer })));
  const byUrl = Map.groupBy(uses, ({ source }) => source.url);
  const pages = await pagesByUrl(reader.db, workspaceId, [...byUrl.keys()]);
  const readings = await newestReadings(reader.db, workspaceId, [...pages.values()]);
  const views = await listViews(
    reader.db,
    website.id,
    [...readings.values()].map(({ id }) => id),
  );
  const declared = new Set((website.rivals ?? []).map(({ domain }) => domain));
  const recommended = new Set(answers.flatMap(({ positions }) => [...positions.keys()]));
  recommended.delete(website.domain);
  const sources = [...byUrl].flatMap(([url, ofUrl]): CitedSource[] => {
    const [first] = ofUrl;
    if (first === undefined) return [];
    const page = pages.get(url);
    const reading = page === undefined ? undefined : readings.get(page.id);
    const viewRow = reading === undefined ? undefined : views.get(reading.id);
    return [
      {
        url,
        domain: first.source.domain,
        kind: classifyCited(first.source, { declared, recommended }),
        title: reading?.facts.title ?? first.source.title,
        runIds: sortedOnce(ofUrl.map(({ answer }) => answer.attempt.runId)),
        questionIds: sortedOnce(ofUrl.map(({ answer }) => answer.attempt.caseId)),
        page:
          page === undefined || reading === undefined
            ? null
            : {
                id: page.id,
                outcome: reading.facts.outcome,
                readAt: reading.readAt,
                date: reading.facts.date,
                changedAt: reading.changedAt,
                author: reading.facts.author,
                contactUrl: reading.facts.contactUrl,
                namesUs: viewRow?.view?.namesUs ?? false,
                lostSince: viewRow?.lostSince ?? null,
                ourPlace: viewRow?.view?.ourPlace ?? null,
                names: viewRow?.view?.names ?? [],
                excerpt: viewRow?.view?.excerpt ?? null,
              },
      },
    ];
  });
  return {
    simulated,
    answers: answers.length,
    questions: new Set(answers.map(({ attempt }) => attempt.caseId)).size,
    gaps: sourceGaps(sources, reader.runtime.now()),
  };
}
