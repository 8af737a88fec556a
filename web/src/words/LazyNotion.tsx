import { lazy, Suspense } from 'react';
import { fetchPage } from '../shell/fetchPage.ts';
import type { Notion } from './notions.ts';

const Text = lazy(() => fetchPage(async () => ({ default: (await import('./NotionText.tsx')).NotionText })));

/** Shows the explanation of a notion once its texts are loaded. */
export function LazyNotion({ of }: { of: Notion }) {
  return (
    <Suspense fallback={<span className="block h-16" />}>
      <Text of={of} />
    </Suspense>
  );
}
