import { Link, useLocation } from '@tanstack/react-router';
import type { CheckResult, WebsiteResult } from '../../../../src/contract/wireTypes.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { lookup } from '../../i18n/t.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { categoryNames, OutcomeShape, OutcomeWord, outcomeWords, partOf, reasonWords } from './outcomes.tsx';

/** Shows in one row of symbols whether engines can read the site at all. */
export function Gates({ checks, unmeasured }: { checks: readonly CheckResult[]; unmeasured: number }) {
  const isOpen = ({ outcome }: CheckResult) => outcome === 'pass';
  return (
    <ul data-datum className="mb-2 flex flex-wrap gap-1.5">
      {[...checks.filter((check) => !isOpen(check)), ...checks.filter(isOpen)].map((check) => (
        <li key={check.id}>
          <Link
            from="/sites/$siteId/website"
            to="."
            search={(now) => ({ ...now, part: partOf(check.outcome) })}
            hash={check.id}
            title={`${lookup(check.title)}: ${outcomeWords[check.outcome]}`}
            className={`flex h-7 items-center gap-1.5 rounded-small border px-2 text-small hover:bg-sunken ${check.outcome === 'fail' ? 'border-danger bg-danger-wash' : 'border-line bg-raised'}`}
          >
            <OutcomeShape of={check.outcome} />
            <span className={isOpen(check) ? 'sr-only' : ''}>{lookup(check.title)}</span>
            <span className="sr-only">: {outcomeWords[check.outcome]}</span>
          </Link>
        </li>
      ))}
      {unmeasured > 0 && (
        <li className="flex items-center gap-2 h-7 rounded-small border border-line border-dashed px-2 text-small text-soft">
          <OutcomeShape of="unmeasured" />
          {countWithNoun(unmeasured, 'gate')} not measured
        </li>
      )}
    </ul>
  );
}

/** Shows a category: its verdicts as a line of symbols, and each check with evidence, rule, source and remedy. */
export function Category({
  name,
  checks,
  unmeasured,
  titles,
  siteId,
}: {
  name: CheckResult['category'];
  checks: readonly CheckResult[];
  unmeasured: WebsiteResult['coverage']['unmeasured'];
  titles: ReadonlyMap<string, string>;
  siteId: string;
}) {
  if (checks.length + unmeasured.length === 0) return null;
  return (
    <section aria-label={categoryNames[name]} className="border-line border-t py-1">
      <div className="flex h-8 items-center justify-between gap-x-6 gap-y-1">
        <h3 className="font-medium">{categoryNames[name]}</h3>
        {/* Only for the pointer; the list below has the same content for everyone. */}
        <span aria-hidden="true" className="flex flex-wrap gap-0.5">
          {checks.map((check) => (
            <a
              key={check.id}
              href={`#${check.id}`}
              tabIndex={-1}
              title={`${lookup(check.title)}: ${outcomeWords[check.outcome]}`}
            >
              <OutcomeShape of={check.outcome} />
            </a>
          ))}
          {unmeasured.map(({ id }) => (
            <OutcomeShape key={id} of="unmeasured" />
          ))}
        </span>
      </div>
      <ul className="divide-y divide-line">
        <CheckRows checks={checks} />
        {unmeasured.map(({ id, reason }) => (
          <li key={id} className="ml-6 grid gap-x-6 py-2 text-soft sm:grid-cols-[1fr_9rem]">
            <span className="min-w-0">
              {titles.get(id) ?? id}
              <span className="block text-small">
                Not measured: {reasonWords[reason] ?? reason}.
                {reason === 'not_authorised' && (
                  <>
                    {' '}
                    <Link to="/settings" hash={`verification-${siteId}`} className="link screen-only">
                      Set it in Settings
                    </Link>
                  </>
                )}
              </span>
            </span>
            <OutcomeWord of="unmeasured" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows checks as rows of a list, in the given order. */
export function CheckRows({ checks }: { checks: readonly CheckResult[] }) {
  return checks.map((check) => (
    <li key={check.id} className="has-target:bg-accent-wash">
      <Check check={check} />
    </li>
  ));
}

const strengths: Record<CheckResult['strength'], string> = {
  '0': 'studies found no effect',
  V: 'documented by the vendor',
  S: 'standard',
  'S-draft': 'draft of a standard',
  R: 'study',
  C: 'correlation only',
  F: 'widely repeated, no evidence',
};

/** Opens a collapsed check that the address links to: the browser does this for a click, but not when a page loads. */
function Check({ check }: { check: CheckResult }) {
  const isCalled = useLocation({ select: ({ hash }) => hash === check.id });
  return (
    <details key={String(isCalled)} className="group" open={isCalled}>
      <summary data-row className="flex min-h-9 list-none items-center gap-3">
        <Icon
          name="chevron"
          className="size-3 shrink-0 self-center text-soft transition-transform group-open:rotate-90"
        />
        <span className="grid min-w-0 grow grid-cols-[1fr_auto] items-center gap-x-3 sm:grid-cols-[1fr_9rem] sm:gap-x-6">
          <span className="flex min-w-0 items-baseline gap-3 max-sm:block">
            <span className="sm:shrink-0">{lookup(check.title)}</span>
            <span className="truncate text-small text-soft max-sm:block" title={check.evidenceLine}>
              {check.evidenceLine}
            </span>
          </span>
          <OutcomeWord of={check.outcome} />
        </span>
      </summary>
      <div id={check.id} className="ml-6 grid scroll-mt-20 grid-cols-1 wrap-anywhere gap-3 pb-4 text-small">
        {check.pages !== undefined && (
          <p className="text-soft">
            Pages: {check.pages.pass} pass, {check.pages.warn} warn, {check.pages.fail} fail
            {check.pages.unmeasured > 0 && `, ${check.pages.unmeasured} not measured`}.
          </p>
        )}
        <p className="measure">
          <strong className="font-medium">Rule.</strong> {check.rule}
        </p>
        {check.outcome !== 'pass' && (
          <p className="measure">
            <strong className="font-medium">Remedy.</strong> {lookup(check.remediation)}
          </p>
        )}
        <div>
          <strong className="font-medium">{check.sources.length === 1 ? 'Source' : 'Sources'}</strong>{' '}
          <span className="text-soft">(taken together: {strengths[check.strength]})</span>
          <ul>
            {check.sources.map((source) => (
              <li key={source.label}>
                {source.url === undefined ? source.label : <Outbound url={source.url}>{source.label}</Outbound>}
                <span className="text-soft"> · {strengths[source.strength]}</span>
              </li>
            ))}
          </ul>
        </div>
        <details>
          <summary className="link inline">
            Measured facts ({countWithNoun(Object.keys(check.evidence).length, 'value')})
          </summary>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 font-mono text-[0.75rem]">
            {Object.entries(check.evidence).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="min-w-0 break-all">{JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
        <p className="font-mono text-[0.75rem] text-soft">
          {check.id} · {check.class}
        </p>
      </div>
    </details>
  );
}
