import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { firstData } from './api/firstData.ts';
import { queryClient } from './api/queries.ts';
import { router } from './router.tsx';
import { watchSession } from './shell/sessions.ts';

/**
 * Milliseconds that the first rendering waits for pending data; with a slower server the page is rendered without it.
 */
const firstDataTimeoutMs = 250;

/**
 * Renders the app once its scripts and the data of the current page have loaded: rendering with its numbers at once
 * costs half of rendering it empty and again after each response. Runs as a transition, in small steps between which
 * the page responds.
 */
export async function show(place: HTMLElement): Promise<void> {
  watchSession();
  const [anyRoutes] = router.getMatchedRoutes(location.pathname);
  const needed = [firstData(location), ...anyRoutes.map((route) => router.loadRouteChunk(route))];
  await Promise.race([Promise.allSettled(needed), new Promise((resolve) => setTimeout(resolve, firstDataTimeoutMs))]);
  const root = createRoot(place);
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
