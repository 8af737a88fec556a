import { useQuery } from '@tanstack/react-query';
import { checksQuery } from '../../api/queries.ts';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { categoryNames, OutcomeShape } from './outcomes.tsx';

/** Shows what a first capture will check: every rule by category, not measured yet. */
export function UncheckedRules() {
  const checks = useQuery(checksQuery);
  if (checks.isError) return <Failure error={checks.error} retry={() => void checks.refetch()} />;
  if (checks.data === undefined) return <Skeleton className="h-96" />;
  const categories = Object.entries(categoryNames).map(([id, name]) => ({
    name,
    rules: checks.data.filter(({ category }) => category === id),
  }));
  return (
    <>
      <h2 className="text-title font-semibold">Not captured yet</h2>
      <p className="measure mb-4 text-small text-soft">
        A capture reads robots.txt, the sitemap and up to twelve pages, and checks {checks.data.length} rules. It uses
        no model and buys nothing.
      </p>
      <div className="gap-x-8 sm:columns-2 lg:columns-3">
        {categories.map(({ name, rules }) => (
          <section key={name} aria-label={name} className="mb-4 break-inside-avoid">
            <h3 className="border-line border-b pb-1 font-medium text-small">
              {name} <span className="font-normal text-soft">{rules.length}</span>
            </h3>
            <ul className="text-small text-soft">
              {rules.map((rule) => (
                <li key={rule.id} className="flex items-start gap-2 py-1">
                  <OutcomeShape of="unmeasured" />
                  <span>
                    {rule.title}
                    {rule.class === 'gate' && <span className="font-medium text-ink"> gate</span>}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
