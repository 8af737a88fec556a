import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { SightlineError } from '../api/http.ts';
import { queryClient, sessionQuery } from '../api/queries.ts';
import { SitePage } from '../pages/SitePage.tsx';
import { Frame } from '../shell/Frame.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { ownSearchParams } from '../shell/ownSearchParams.ts';
import { readReportSearch } from '../shell/reportSearch.ts';
import { usePageFocus } from '../shell/usePageFocus.ts';

/** Parent routes, and the filters that the addresses below them share. */

function Root() {
  usePageFocus();
  return <Outlet />;
}

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Redirects a signed-out visitor to sign in, and back afterwards. */
export async function requireSession({ location }: { location: { href: string } }) {
  try {
    return { session: await queryClient.ensureQueryData(sessionQuery) };
  } catch (error) {
    if (error instanceof SightlineError && error.status === 401) {
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href }, replace: true });
    }
    throw error;
  }
}

/** Parent route of pages that need a session. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: requireSession,
  component: Frame,
});

export const site = createRoute({
  getParentRoute: () => inside,
  path: '/sites/$siteId',
  validateSearch: ownSearchParams(readReportSearch),
  component: SitePage,
});
