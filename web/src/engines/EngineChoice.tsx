import { useQuery } from '@tanstack/react-query';
import { enginesQuery } from '../api/queries.ts';
import { Choice } from '../ui/Field.tsx';

/**
 * Whose answers a report counts. Offered are the engines that can be asked and those that have answered; null means the
 * declared one, which an address does not name. Nothing is shown where there is no choice.
 */
export function EngineChoice({ chosen, choose }: { chosen: string | null; choose(engine: string | null): void }) {
  const engines = useQuery(enginesQuery).data ?? [];
  const offered = engines.filter(({ state, lastSuccessAt }) => state === 'ready' || lastSuccessAt !== null);
  const declared = engines.find((engine) => engine.declared)?.id ?? '';
  const isForeign = chosen !== null && !offered.some(({ id }) => id === chosen);
  if (offered.length < 2 && !isForeign) return null;
  return (
    <Choice
      label="Engine"
      hideLabel
      wide
      value={chosen ?? declared}
      onChange={(id) => choose(id === declared ? null : id)}
      options={[
        ...offered.map(({ id, label, simulated }) => ({
          value: id,
          label: `${label}${simulated ? ', simulated' : ''}`,
        })),
        ...(isForeign ? [{ value: chosen, label: chosen }] : []),
      ]}
    />
  );
}
