import type { AlertFact } from '../alerts/alertFact.ts';
import { maxFactRuns } from '../alerts/alertFact.ts';

/** A page that no longer names the website, and the latest answers that cite it. */
export type LostPage = {
  pageId: string;
  url: string;
  websiteId: string;
  /** Times of the last reading that named the website, and of the one that did not. ISO 8601 UTC. */
  namedAt: string;
  lostAt: string;
  questions: number;
  runIds: readonly string[];
  simulated: boolean;
};

const dayOf = (time: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** Reports that a page no longer names the website, once for each reading that finds this. */
export function lostFact(page: LostPage): AlertFact {
  const { pageId, url, websiteId, namedAt, lostAt, questions, runIds, simulated } = page;
  const cited = questions === 1 ? 'one question' : `${questions} questions`;
  return {
    kind: 'source_lost',
    subject: `${pageId} ${websiteId} ${lostAt}`,
    websiteId,
    title: `A page cited for ${cited} no longer names you since ${dayOf(lostAt)}`,
    lines: [url, `It named you when it was read on ${dayOf(namedAt)}.`],
    figures: { pageId, url, questions, answers: runIds.length, namedAt, lostAt },
    runIds: runIds.slice(0, maxFactRuns),
    path: `/sites/${websiteId}/sources`,
    simulated,
  };
}
