import { type ReactNode, useMemo } from 'react';
import { SightlineError } from '../api/http.ts';
import { clockTime } from '../format/times.tsx';
import { Button } from './Button.tsx';
import { Sentence } from './Foreign.tsx';

type Tone = 'plain' | 'caution' | 'danger';
const tones: Record<Tone, string> = {
  plain: 'bg-sunken border-line',
  caution: 'bg-caution-wash border-caution/40',
  danger: 'bg-danger-wash border-danger/40',
};
const shapes: Record<Tone, ReactNode> = {
  plain: <path d="M8 7v4M8 4.6v.4" />,
  caution: <path d="M8 4.5v4M8 11v.4" />,
  danger: <path d="M5.5 5.5l5 5M10.5 5.5l-5 5" />,
};

export function Notice({ tone = 'plain', title, children }: { tone?: Tone; title?: string; children?: ReactNode }) {
  return (
    <div
      className={`flex gap-3 rounded-box border px-4 py-3 ${tones[tone]}`}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className={`mt-1 size-4 shrink-0 ${tone === 'danger' ? 'text-danger' : tone === 'caution' ? 'text-caution' : 'text-soft'}`}
      >
        <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
          {shapes[tone]}
        </g>
      </svg>
      <div className="min-w-0 grow">
        {title !== undefined && (
          <p className="font-medium">
            <Sentence text={title} />
          </p>
        )}
        <div className="text-soft [&_strong]:text-ink">{children}</div>
      </div>
    </div>
  );
}

const purchase: Record<string, string> = {
  too_slow: 'Saved work continues.',
  unreachable: 'Nothing was sent, or its outcome is saved on the server.',
};

/** Time at which a limit resets, from the server; null if waiting does not help. */
function whenAgain(error: unknown): string | null {
  if (!(error instanceof SightlineError) || error.status !== 429 || error.retryAfterSeconds === null) return null;
  if (error.details?.limit === 'budget') return null;
  return clockTime(Date.now() + error.retryAfterSeconds * 1_000);
}

/** Explains a failure: the event, purchases made, and the next step. `retry` warns if a retry can cost money. */
export function Failure({
  error,
  retry,
  retryNote = 'Retrying is free.',
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  retryNote?: string;
}) {
  const api = error instanceof SightlineError ? error : null;
  const again = useMemo(() => whenAgain(error), [error]);
  return (
    <Notice tone="danger" title={api?.message ?? 'This part of the page failed.'}>
      <p>
        {api !== null && purchase[api.code] !== undefined ? `${purchase[api.code]} ` : ''}
        {retry === undefined ? '' : retryNote}
        {again === null ? '' : ` Available again from ${again} UTC on.`}
        {api?.requestId ? <span className="block text-small">Request {api.requestId}</span> : null}
      </p>
      {retry !== undefined && (
        <Button small className="mt-2" onClick={retry}>
          Retry
        </Button>
      )}
    </Notice>
  );
}

export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-box border border-rim border-dashed px-6 py-8">
      <h2 className="text-title font-semibold">{title}</h2>
      <div className="measure mt-2 text-soft">{children}</div>
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
