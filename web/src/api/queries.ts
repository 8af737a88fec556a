import { keepPreviousData, MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  ApiKey,
  KeywordCase,
  ListedAnswer,
  Observation,
  PromptVisibility,
  RunSummary,
  SeoReport,
  TopCitations,
  VisibilityOverview,
  VisibilityRecommendations,
  Website,
} from '../../../src/api/wireTypes.ts';
import { ApiError, call, send } from './http.ts';
import { type ReportFilters, type ReportRead, reportAsk } from './reports.ts';

/** A session that ended elsewhere: everything private leaves this page, and sign-in leads back to it. */
function leaveWhenSignedOut(error: unknown, key: unknown): void {
  if (!(error instanceof ApiError) || error.details.status !== 401 || key === 'session') return;
  if (location.pathname.startsWith('/docs/')) return;
  queryClient.clear();
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Answers are saved state: what was read stays on the page, with its age, while a newer one is fetched. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => leaveWhenSignedOut(error, query.queryKey[0]) }),
  mutationCache: new MutationCache({ onError: (error) => leaveWhenSignedOut(error, null) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) =>
        count < 2 &&
        error instanceof ApiError &&
        ['unreachable', 'temporarily_unavailable'].includes(error.details.code),
      retryDelay: (count) => 800 * 2 ** count,
      refetchOnWindowFocus: true,
    },
  },
});

export type Session = {
  account: { id: string; email: string };
  workspace: { id: string; name: string };
  role: 'owner' | 'member';
  /** Every workspace of the account, this one included. */
  workspaces: { id: string; name: string; role: 'owner' | 'member' }[];
  simulated: { answers: boolean; seo: boolean };
  model: string;
  /** The calls that one SEO lookup makes. */
  seoCalls: readonly string[];
  maySpend: boolean;
  mcpReachable: boolean;
  publicBaseUrl: string;
};

export type Limits = {
  requestsPerMinute: number;
  requestsRemaining: number;
  resetSeconds: number;
  seoLookupsPerHour: number;
  seoLookupsRemaining: number;
  activeRuns: number;
  activeRunLimit: number;
  runsToday: number;
  runsPerDay: number;
};

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => call<Session>('GET', '/session'),
  staleTime: 60_000,
});

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => send<{ open: boolean; simulated: boolean }>('GET', '/api/setup'),
});

export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: async () => (await call<{ sites: Website[] }>('GET', '/sites')).sites,
  staleTime: 60_000,
});

export type OtherCompany = { id: string; name: string; domain: string; saidBy: string; saidAt: string };

export const otherCompaniesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['other-companies', siteId],
    queryFn: async () =>
      (await call<{ companies: OtherCompany[] }>('GET', `/sites/${siteId}/other-companies`)).companies,
  });

export type VerificationWay = 'file' | 'meta';
export type Verification = {
  /** When the token was last found; null when the last look did not find it, or nobody has looked. */
  verifiedAt: string | null;
  way: VerificationWay | null;
  lastLook: { at: string; looked: VerificationLook[] } | null;
  compareBotAgents: boolean;
  places: { way: VerificationWay; url: string; content: string }[];
};
/** What one look saw of one place: `problem` is null where the token stands. */
export type VerificationLook = { way: VerificationWay; url: string; status: number | null; problem: string | null };

/** Belongs to an address as much as to a website: with another address the proof ends. */
export const verificationQuery = (site: Website) =>
  queryOptions({
    queryKey: ['verification', site.id, site.url],
    queryFn: async () =>
      (await call<{ verification: Verification }>('GET', `/sites/${site.id}/verification`)).verification,
  });

export const casesQuery = queryOptions({
  queryKey: ['cases'],
  queryFn: async () => (await call<{ cases: KeywordCase[] }>('GET', '/benchmark-cases')).cases,
  staleTime: 60_000,
});

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async () => (await call<{ limits: Limits }>('GET', '/auth/status')).limits,
  staleTime: 5_000,
});

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async () => (await call<{ keys: ApiKey[] }>('GET', '/keys')).keys,
});

/** One read of a report, whichever. */
export function report<T>(read: ReportRead, websiteId: string, filters: ReportFilters) {
  const { path, query } = reportAsk(read, websiteId, filters);
  return queryOptions({
    queryKey: ['visibility', websiteId, read, filters],
    queryFn: ({ signal }) => send<T>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const overviewQuery = (websiteId: string, filters: ReportFilters) =>
  report<VisibilityOverview>('overview', websiteId, filters);
export const citationsQuery = (websiteId: string, filters: ReportFilters) =>
  report<TopCitations>('citations', websiteId, filters);
/** Only the pages that most answers cite, for the overview: the whole list is twenty times as long. */
export const leadingCitationsQuery = (websiteId: string, filters: ReportFilters) =>
  report<TopCitations>('leadingCitations', websiteId, filters);
export const promptsQuery = (websiteId: string, filters: ReportFilters) =>
  report<PromptVisibility>('prompts', websiteId, filters);
export const recommendationsQuery = (websiteId: string, filters: ReportFilters) =>
  report<VisibilityRecommendations>('recommendations', websiteId, filters);

export type RunList = { runs: RunSummary[]; next: string | null };
export type RunQuery = {
  kind?: 'keyword' | 'website' | undefined;
  websiteId?: string | undefined;
  caseId?: string | undefined;
  activeOnly?: boolean | undefined;
  since?: string | undefined;
  limit?: number | undefined;
};

export const runsQuery = (query: RunQuery) =>
  queryOptions({
    queryKey: ['runs', query],
    queryFn: ({ signal }) => call<RunList>('GET', '/runs', { query, signal }),
    staleTime: 1_000,
  });

export const answersQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['answers', caseId],
    queryFn: () => call<{ case: KeywordCase; answers: ListedAnswer[] }>('GET', `/benchmark-cases/${caseId}/answers`),
  });

export const answerQuery = (runId: string) =>
  queryOptions({
    queryKey: ['answer', runId],
    queryFn: () => call<{ case: KeywordCase; answer: ListedAnswer }>('GET', `/answers/${runId}`),
  });

export const runQuery = (kind: 'keyword' | 'website', runId: string) =>
  queryOptions({
    queryKey: ['run', runId],
    queryFn: () => call<Observation>('GET', `/runs/${kind}/${runId}`),
  });

export type Members = {
  members: { id: string; email: string; role: 'owner' | 'member'; joinedAt: string; isYou: boolean }[];
  invitations: { id: string; email: string; createdAt: string; expiresAt: string }[];
};

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => call<Members>('GET', '/members'),
});

export type VerdictChange = { id: string; before: string | null; after: string | null };
export type AnalysisDiff = {
  changed: VerdictChange[];
  unchanged: number;
  sameAnalyzer: boolean;
  sameBotTable: boolean;
  sameEvidenceTime: boolean;
};

export const compareQuery = (before: string, after: string) =>
  queryOptions({
    queryKey: ['compare', before, after],
    queryFn: async () =>
      (await call<{ diff: AnalysisDiff }>('GET', '/website-runs/compare', { query: { before, after } })).diff,
  });

/** Titles of all checks, for those that a capture could not measure. */
export const checkTitlesQuery = queryOptions({
  queryKey: ['check-titles'],
  queryFn: async () => {
    const { checks } = await call<{ checks: { id: string; title: string }[] }>('GET', '/website-checks');
    return new Map(checks.map(({ id, title }) => [id, title]));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const seoReportsQuery = queryOptions({
  queryKey: ['seo'],
  queryFn: async () => (await call<{ reports: SeoReport[] }>('GET', '/seo')).reports,
});
