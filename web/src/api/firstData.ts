import { filtersIn, filtersReport, placeOf, readsOf, showsQuestions } from './prefetchReports.ts';
import {
  enginesQuery,
  firstQuestionsQuery,
  queryClient,
  questionsQuery,
  sessionQuery,
  sitesQuery,
  tagsQuery,
} from './queries.ts';
import { promptsQuery, report } from './visibilityQueries.ts';

/**
 * The data that the page at this address shows first, into the cache: what was asked for ahead is taken from there. Ends
 * when all of it has come or failed; the page itself then tells of failures.
 */
export async function firstData(address: Location): Promise<void> {
  const place = placeOf(address);
  if (place === null) return;
  // Who is not signed in learns that first, and asks for nothing else.
  const isSignedIn = await queryClient.fetchQuery(sessionQuery).then(
    () => true,
    () => false,
  );
  if (!isSignedIn) return;
  const filters = filtersIn(address);
  const reads = (readsOf[place.part] ?? []).map((read) =>
    read === 'prompts'
      ? queryClient.prefetchQuery(promptsQuery(place.siteId, filters))
      : queryClient.prefetchQuery(report(read, place.siteId, filters)),
  );
  const lists = [queryClient.prefetchQuery(sitesQuery)];
  if (filtersReport(place.part)) {
    lists.push(queryClient.prefetchQuery(enginesQuery), queryClient.prefetchQuery(tagsQuery(place.siteId)));
  }
  if (place.part === '') lists.push(queryClient.prefetchQuery(firstQuestionsQuery(place.siteId)));
  else if (showsQuestions(place.part)) lists.push(queryClient.prefetchQuery(questionsQuery(place.siteId)));
  await Promise.all([...lists, ...reads]);
}
