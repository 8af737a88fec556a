import type { EngineComparison } from '../../api/engineQueries.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Section } from '../../ui/Section.tsx';

/** Lists engines without a column, with the reason. */
export function LeftOut({ data: { leftOut, reading } }: { data: EngineComparison }) {
  return (
    <>
      {leftOut.length > 0 && (
        <Section title="Not in this comparison">
          <ul className="grid gap-1">
            {leftOut.map(({ engine, label, reason }) => (
              <li key={engine}>
                {label}: <span className="text-soft">{reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Disclosure summary="About these numbers">
        <p className="measure text-small text-soft">{reading}</p>
      </Disclosure>
    </>
  );
}
