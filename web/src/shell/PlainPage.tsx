import type { ReactNode } from 'react';
import { Sentence } from '../ui/Foreign.tsx';
import { useHeading } from '../ui/useHeading.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Shown on the right if there is room for two columns. */
  aside?: ReactNode;
};

/** Lays out a page before sign-in: one column, one action. */
export function PlainPage({ title, children, aside }: Props) {
  const heading = useHeading(title);
  return (
    <main
      className={`mx-auto grid min-h-dvh grid-cols-1 content-center gap-x-16 gap-y-10 px-4 py-12 ${aside === undefined ? 'max-w-md' : 'max-w-md lg:max-w-4xl lg:grid-cols-2'}`}
    >
      <div className="grid grid-cols-1 content-center gap-6">
        <div className="flex items-center gap-3">
          <img src="/icon.svg" alt="" className="size-8" />
          <span className="font-semibold">Sightline</span>
        </div>
        <h1 ref={heading} tabIndex={-1} className="text-title font-semibold">
          <Sentence text={title} />
        </h1>
        {children}
        <LanguageChoice />
      </div>
      {aside}
    </main>
  );
}
