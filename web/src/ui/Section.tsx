import { Children, type ReactNode, useId } from 'react';
import { Sentence } from './Foreign.tsx';
import { useHeading } from './useHeading.ts';

type Props = {
  /** For links that lead to this part. */ id?: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of a page with its own heading, set apart by a line and by space. */
export function Section({ id: place, title, note, actions, children }: Props) {
  const id = useId();
  return (
    <section id={place} aria-labelledby={id} className="scroll-mt-4 border-line border-t pt-6 pb-10">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-title font-semibold">
            <Sentence text={title} />
          </h2>
          {note !== undefined && <p className="max-w-[84ch] text-small text-soft">{withSentences(note)}</p>}
        </div>
        {actions !== undefined && <div className="screen-only flex gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** The head of a page: what it answers, in one sentence. */
export function PageHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  const heading = useHeading(title);
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-8 gap-y-4 lg:flex-nowrap">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="font-semibold text-title md:text-figure">
          <Sentence text={title} />
        </h1>
        {children !== undefined && <div className="measure mt-1 text-soft">{withSentences(children)}</div>}
      </div>
      {actions !== undefined && (
        <div className="screen-only flex max-w-full flex-wrap gap-2 lg:max-w-1/2 lg:shrink-0 lg:justify-end lg:pt-1">
          {actions}
        </div>
      )}
    </header>
  );
}

/** Texts of ours may hold a text of others, also where something stands beside them. */
function withSentences(parts: ReactNode): ReactNode {
  return Children.map(parts, (part) => (typeof part === 'string' ? <Sentence text={part} /> : part));
}
