import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { firstData } from './api/firstData.ts';
import { queryClient } from './api/queries.ts';
import { router } from './router.tsx';
import { watchSession } from './shell/sessions.ts';

/** Milliseconds that the first picture waits for data in transit; a slower server finds the page drawn without it. */
const firstDataTimeoutMs = 250;

/**
 * Puts the app into its place, once the scripts and the data of the page in view are there: drawn with its numbers at once
 * it costs the reader's device half of what it costs drawn empty and then again at each answer. As a transition the
 * drawing is in small steps, between which the page answers.
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
