import type { Listing } from '../../domain/marks/listing.ts';
import { openWindow } from '../../domain/visibility/attemptWindow.ts';
import type { VisibilityScope } from '../../domain/visibility/scope.ts';
import type { RegisteredWebsite } from '../../store/visibility/websites.ts';
import { type LoadedEngines, loadEngines } from '../visibility/loadEngines.ts';
import type { Reader } from '../visibility/reportPlace.ts';

/** The latest answer of each question at each engine. */
export type CitedAnswers = { website: RegisteredWebsite; simulated: boolean; answers: readonly Listing[] };

/** Loads the pages that a website's latest answers cite, over all engines. Saved state only. @throws not_found */
export async function loadCitedAnswers(reader: Reader, websiteId: string): Promise<CitedAnswers> {
  return citedAnswers(
    await loadEngines(reader, {
      ...{ websiteId, startDate: null, endDate: null, platform: null, engine: null, model: null },
      ...{ sourceType: 'all', limit: 100, scope: 'all' },
    }),
  );
}

export function citedAnswers({ website, simulated, engines }: LoadedEngines<VisibilityScope>): CitedAnswers {
  return { website, simulated, answers: engines.flatMap(({ scope }) => openWindow(scope).answers) };
}

/** Returns the questions and answers that cite each page, by address; the website's own pages are separate. */
export function citingAnswers({ answers }: Pick<CitedAnswers, 'answers'>): Map<string, Citing> {
  const byUrl = new Map<string, { questionIds: Set<string>; runIds: Set<string> }>();
  for (const { attempt, cited } of answers) {
    for (const { url, owned } of cited) {
      if (owned) continue;
      const citing = byUrl.get(url) ?? { questionIds: new Set(), runIds: new Set() };
      citing.questionIds.add(attempt.caseId);
      citing.runIds.add(attempt.runId);
      byUrl.set(url, citing);
    }
  }
  return new Map([...byUrl].map(([url, one]) => [url, { questionIds: [...one.questionIds], runIds: [...one.runIds] }]));
}

type Citing = { questionIds: string[]; runIds: string[] };
