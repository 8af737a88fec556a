import { Children, type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
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
      <div className="section-head mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
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

/** Longer ones are questions of others, which would leave no room for what the page says of them. */
const maxHeadCharacters = 160;

/** The head of a page: what it answers, in one sentence. */
export function PageHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  const heading = useHeading(title);
  const [isWhole, setWhole] = useState(false);
  const isLong = title.length > maxHeadCharacters;
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-[min(100%,20rem)] flex-1">
        <h1
          ref={heading}
          tabIndex={-1}
          className={`font-semibold text-title ${isLong ? (isWhole ? 'wrap-anywhere' : 'clamped') : 'md:text-figure'}`}
        >
          <Sentence text={title} />
        </h1>
        {isLong && (
          <Button small kind="quiet" className="screen-only -ml-2.5" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show its beginning' : 'Show all of it'}
          </Button>
        )}
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
