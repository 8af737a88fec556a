import { useEffect, useState } from 'react';
import { Skeleton } from '../ui/Notice.tsx';

/** Milliseconds after which the page says that the server is slow. */
const longMs = 4_000;

/** Shown while a page is loading. */
export function PendingPage() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mx-auto grid w-full max-w-[1200px] gap-6 p-4">
      <Skeleton className="h-10 w-96 max-w-full" />
      <p role="status" className="min-h-6 text-soft">
        {isLong && 'The server is slow or cannot be reached. This page appears once it answers.'}
      </p>
      <Skeleton className="h-96" />
    </div>
  );
}
