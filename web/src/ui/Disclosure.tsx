import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export function Disclosure({
  summary,
  children,
  className = '',
}: {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <details className={`group ${className}`}>
      <summary className="inline-flex list-none items-center gap-1 rounded-small text-small text-soft hover:text-ink">
        <Icon name="chevron" className="size-3 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
