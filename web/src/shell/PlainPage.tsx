import type { ReactNode } from 'react';
import { Sentence } from '../ui/Foreign.tsx';
import { useHeading } from '../ui/useHeading.ts';

/** A page before anyone is signed in: one column, one thing to do. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useHeading(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md grid-cols-1 content-center gap-6 px-4 py-12">
      <div className="flex items-center gap-3">
        <img src="/icon.svg" alt="" className="size-8" />
        <span className="font-semibold">Sightline</span>
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-title font-semibold">
        <Sentence text={title} />
      </h1>
      {children}
    </main>
  );
}
