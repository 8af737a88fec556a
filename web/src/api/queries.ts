import { infiniteQueryOptions, MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../../src/client/everyPage.ts';
import type { InputOf, OutputOf } from '../../../src/contract/callTypes.ts';
import type { Website } from '../../../src/contract/wireTypes.ts';
import { daysBefore, today } from '../format/days.ts';
import { call, callAccount, SightlineError } from './http.ts';

/** Clears everything private if the session ended elsewhere, and opens the sign-in page, which leads back here. */
function leaveWhenSignedOut(error: unknown, key: unknown): void {
  if (!(error instanceof SightlineError) || error.status !== 401 || key === 'session') return;
  if (location.pathname.startsWith('/docs/')) return;
  queryClient.clear();
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Responses are saved state: the page keeps showing what it has read, with its age, while a newer one is loaded. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => leaveWhenSignedOut(error, query.queryKey[0]) }),
  mutationCache: new MutationCache({ onError: (error) => leaveWhenSignedOut(error, null) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) =>
        count < 2 && error instanceof SightlineError && ['unreachable', 'temporarily_unavailable'].includes(error.code),
      retryDelay: (count) => 800 * 2 ** count,
      refetchOnWindowFocus: true,
    },
  },
});

export type Session = OutputOf<'session'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => call('session', {}),
  staleTime: 60_000,
});

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => callAccount<{ open: boolean; simulated: boolean; mailsResets: boolean }>('GET', '/api/setup'),
});

/** Pages that members saved under a name. */
export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () => everyPage(call, 'listSavedViews', {}),
});

export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: async () => (await call('listSites', {})).sites,
  staleTime: 60_000,
});

/** Providers with credentials, and the settings for the others. */
export const providerKeysQuery = queryOptions({
  queryKey: ['provider-keys'],
  queryFn: async () => (await call('listProviderKeys', {})).items,
});

export const archivedSitesQuery = queryOptions({
  queryKey: ['sites', 'archived'],
  queryFn: () => everyPage(call, 'listArchivedSites', {}),
});

export const otherCompaniesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['other-companies', siteId],
    queryFn: () => everyPage(call, 'listOtherCompanies', { id: siteId }),
  });

/** Names that the owner can decide, with the evidence of other answers. */
export const siteNamesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['site-names', siteId],
    queryFn: () => call('readSiteNames', { id: siteId }),
  });

export type Verification = OutputOf<'readVerification'>['verification'];
export type VerificationWay = Verification['places'][number]['way'];
/** Result of checking one location: `problem` is null if the token was found. */
export type VerificationCheck = NonNullable<Verification['lastLook']>['looked'][number];

/** The proof belongs to an address as much as to a website: a new address ends it. */
export const verificationQuery = (site: Website) =>
  queryOptions({
    queryKey: ['verification', site.id, site.url],
    queryFn: async () => (await call('readVerification', { id: site.id })).verification,
  });

export const googleAiControlQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['googleAiControl', siteId],
    queryFn: async () => (await call('readGoogleAiControl', { id: siteId })).control,
  });

/** A question with its engines: a row whose columns are engines. */
export type Question = OutputOf<'listQuestions'>['items'][number];
/** A question's case at one engine. */
export type AskedCase = Question['engines'][number]['cases'][number];

/** Lists questions that can be asked, newest first: about one website, or all. */
export const questionsQuery = (websiteId?: string) =>
  queryOptions({
    queryKey: ['questions', websiteId ?? null],
    queryFn: () => everyPage(call, 'listQuestions', websiteId === undefined ? {} : { websiteId }),
  });

/** The questions from one read: all of them, or the newest if there are very many. */
export type FirstQuestions = { questions: readonly Question[]; isWhole: boolean };

export const firstQuestionsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['questions', websiteId, 'first'],
    queryFn: async (): Promise<FirstQuestions> => {
      const { items, nextCursor } = await call('listQuestions', { websiteId, limit: 200 });
      return { questions: items, isWhole: nextCursor === null };
    },
  });

/** Reads any question, for an example call with a valid id. */
export const firstQuestionQuery = queryOptions({
  queryKey: ['questions', 'any'],
  queryFn: async () => (await call('listQuestions', { limit: 1 })).items[0] ?? null,
});

/** Lists tags of the questions about one website. */
export const tagsQuery = (websiteId: string) =>
  queryOptions({
    queryKey: ['questions', websiteId, 'tags'],
    queryFn: () => everyPage(call, 'listTags', { websiteId }),
    staleTime: 60_000,
  });

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async () => (await call('authStatus', {})).limits,
  staleTime: 5_000,
});

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => everyPage(call, 'listKeys', {}),
});

export type Connection = OutputOf<'listConnections'>['items'][number];

/** Programs connected by members. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => everyPage(call, 'listConnections', {}),
});

export type Approval = OutputOf<'readApproval'>['approval'];
export type AuditEntry = OutputOf<'readAuditLog'>['items'][number];

export const approvalsQueryKey = ['approvals'];

/** The newest requests to buy, decided or not. */
export const approvalsQuery = queryOptions({
  queryKey: approvalsQueryKey,
  queryFn: () => call('listApprovals', { state: 'all' }),
});

export const approvalQuery = (id: string) =>
  queryOptions({ queryKey: [...approvalsQueryKey, id], queryFn: () => call('readApproval', { id }) });

export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit-log'],
  queryFn: ({ pageParam }) => call('readAuditLog', pageParam === '' ? {} : { cursor: pageParam }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** One way to ask, with its current state in this deployment. */
export type Engine = OutputOf<'listEngines'>['items'][number];

/** In the order in which they are offered, the declared one first. */
export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: () => everyPage(call, 'listEngines', {}),
  staleTime: 60_000,
});

export type RunQuery = InputOf<'listRuns'>;

export const runsQuery = (query: RunQuery) =>
  queryOptions({
    queryKey: ['runs', query],
    queryFn: ({ signal }) => call('listRuns', query, { signal }),
    staleTime: 1_000,
  });

/** Reads the latest completed answer about a website, so that every screen shows the same age. */
export const lastAnswerQuery = (websiteId: string) => ({
  ...runsQuery({ websiteId, kind: 'keyword', status: 'completed', limit: 1 }),
  staleTime: 60_000,
  select: ({ items: [run] }: OutputOf<'listRuns'>): string | null =>
    run === undefined ? null : (run.observedAt ?? run.createdAt),
});

const failureDays = 7;
/** Maximum number to show exactly; beyond it, the count is shown as a minimum. */
const maxFailures = 50;

/** Runs of a website that failed in the last week. */
export const recentFailuresQuery = (websiteId: string) => ({
  ...runsQuery({
    websiteId,
    status: 'failed',
    since: `${daysBefore(today(), failureDays - 1)}T00:00:00.000Z`,
    limit: maxFailures,
  }),
  staleTime: 60_000,
});

/** Runs of the workspace, newest first, page by page. */
export const activityQuery = (query: RunQuery) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'activity', query],
    queryFn: ({ signal, pageParam }) =>
      call('listRuns', { ...query, limit: 30, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/**
 * Reads a question with its newest answers from every engine. Older links, and rules of a report, name one of its cases
 * instead.
 */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ['answers', id],
    queryFn: () => call('readQuestion', { id, limit: 200 }),
  });

export const answerQuery = (runId: string) =>
  queryOptions({
    queryKey: ['answer', runId],
    queryFn: () => call('readAnswer', { id: runId }),
  });

/** A saved run with its engine and that engine's searches. */
export type FullObservation = OutputOf<'readFullRun'>;

export const runQuery = (kind: 'keyword' | 'website', runId: string) =>
  queryOptions({
    queryKey: ['run', runId],
    queryFn: () => call('readFullRun', { kind, id: runId }),
  });

export type Members = OutputOf<'listMembers'>;

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => call('listMembers', {}),
});

export const compareQuery = (before: string, after: string) =>
  queryOptions({
    queryKey: ['compare', before, after],
    queryFn: async () => (await call('compareWebsiteRuns', { before, after })).diff,
  });

/** Titles of all checks, for those that a capture could not measure. */
/** The rules that captures check, which never change while the page is open. */
export const checksQuery = queryOptions({
  queryKey: ['checks'],
  queryFn: () => everyPage(call, 'listWebsiteChecks', {}),
  staleTime: Number.POSITIVE_INFINITY,
});
