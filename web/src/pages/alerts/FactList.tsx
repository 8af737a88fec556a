import type { ReactNode } from 'react';
import type { Alert, AlertPreview } from '../../api/alertQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { shortDate, Time } from '../../format/times.tsx';
import { pathOf } from './alertWords.ts';

type Fact = Pick<Alert, 'kind' | 'title' | 'text' | 'at' | 'url' | 'simulated'>;

/** Shows what a rule found, with a link to its evidence; a test message has none. */
export function FactRow({ fact, children }: { fact: Fact; children?: ReactNode }) {
  const { kind, title, text, at, url, simulated } = fact;
  return (
    <li data-row className="py-1.5 text-small">
      <p className="flex items-baseline gap-x-4">
        <span className="one-line min-w-0 flex-1 font-medium" title={title}>
          {kind === 'test' ? (
            <bdi>{title}</bdi>
          ) : (
            <a href={pathOf(url)} className="hover:underline">
              <bdi>{title}</bdi>
            </a>
          )}
        </span>
        {simulated && <span className="text-caution">simulated</span>}
        <span className="shrink-0 text-soft">
          <Time iso={at} shown={shortDate(at)} />
        </span>
      </p>
      <bdi className="clamped text-soft [--lines:2]" title={text}>
        {text}
      </bdi>
      {children}
    </li>
  );
}

/** Lists the newest facts. */
export function FactList({ facts, shown = 20 }: { facts: AlertPreview['items']; shown?: number }) {
  if (facts.length === 0) return null;
  return (
    <>
      <ol className="divide-y divide-line">
        {facts.slice(0, shown).map((fact) => (
          <FactRow key={`${fact.at} ${fact.kind} ${fact.title}`} fact={fact} />
        ))}
      </ol>
      {facts.length > shown && (
        <p className="text-small text-soft">And {countWithNoun(facts.length - shown, 'older one')}.</p>
      )}
    </>
  );
}
