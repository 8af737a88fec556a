import { filtersIn, filtersReport, isOutside, placeOf, readsOf, showsQuestions } from './prefetchReports.ts';
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
 * Loads the first data of the page at this address into the cache, reusing prefetched responses. Ends
 * when every read succeeded or failed; the page itself shows failures.
 */
export async function firstData(address: Location): Promise<void> {
  if (isOutside(address)) return;
  // Without a session the app shows the sign-in page and reads nothing else.
  const isSignedIn = await queryClient.fetchQuery(sessionQuery).then(
    () => true,
    () => false,
  );
  if (!isSignedIn) return;
  const place = placeOf(address);
  if (place === null) {
    // The navigation lists the pages of a website: loading it later would shift the others.
    await queryClient.prefetchQuery(sitesQuery);
    return;
  }
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
