import type { ReactNode } from 'react';
import { inSentence } from '../format/language.ts';
import type { Notion } from '../words/notions.ts';
import { Info } from './Info.tsx';

/** Shows the figures of a page in one line. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl data-datum className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-2">
      {children}
    </dl>
  );
}

type Props = { name: string; info?: Notion; figure: ReactNode; children?: ReactNode };

/** Shows one figure below its name, with its basis next to it. */
export function Figure({ name, info, figure, children }: Props) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 font-medium text-small text-soft">
        {name}
        {info !== undefined && <Info of={info} label={inSentence(name)} />}
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-small text-soft">
        <span className="font-semibold text-ink text-title">{figure}</span>
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </dd>
    </div>
  );
}
