import { type DetailsHTMLAttributes, type ReactNode, useState } from 'react';
import { Sentence } from './Foreign.tsx';
import { Icon } from './Icon.tsx';
import { Later } from './Later.tsx';

/** Shows a collapsed part. It is rendered too, for the browser's search and for print, but does not delay the page. */
export function Disclosure({
  summary,
  children,
  className = '',
  ...details
}: Pick<DetailsHTMLAttributes<HTMLDetailsElement>, 'id' | 'open' | 'onToggle'> & {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details {...details} className={`group ${className}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={() => setOpened(true)}
        className="inline-flex min-h-6 list-none items-center gap-1 rounded-small text-small text-soft wrap-anywhere hover:text-ink"
      >
        <Icon name="chevron" className="size-3 transition-transform group-open:rotate-90" />
        {typeof summary === 'string' ? <Sentence text={summary} /> : summary}
      </summary>
      <div className="mt-2">
        <Later now={isOpened}>{children}</Later>
      </div>
    </details>
  );
}
