import { createRouter } from '@tanstack/react-router';
import { inside, root, site } from './routes/frames.tsx';
import { insideRoutes } from './routes/inside.ts';
import { siteRoutes } from './routes/ofSite.ts';
import { outsideRoutes } from './routes/outside.ts';
import { PageFailure } from './shell/Failures.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { PendingPage } from './shell/Pending.tsx';

const tree = root.addChildren([
  ...outsideRoutes,
  inside.addChildren([...insideRoutes, site.addChildren([...siteRoutes])]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 800,
  defaultPendingMinMs: 0,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
