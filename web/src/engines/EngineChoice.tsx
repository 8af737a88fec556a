import { useQuery } from '@tanstack/react-query';
import { enginesQuery } from '../api/queries.ts';
import { Choice } from '../ui/Field.tsx';
import { shortNames } from './engineWords.ts';

type Props = {
  chosen: string | null;
  choose(engine: string | null): void;
  /** True if null means every engine, as in a plain list of answers, rather than the declared one. */
  every: boolean;
};

/**
 * Chooses the engine of a report. Offers the engines that can be asked and those that have answered; null means the
 * declared one, which an address does not name. Hidden if only one engine is available.
 */
export function EngineChoice({ chosen, choose, every }: Props) {
  const engines = useQuery(enginesQuery).data ?? [];
  const offered = engines.filter(({ state, lastSuccessAt }) => state === 'ready' || lastSuccessAt !== null);
  const names = shortNames(engines);
  const unnamed = every ? '' : (engines.find((engine) => engine.declared)?.id ?? '');
  const isForeign = chosen !== null && !offered.some(({ id }) => id === chosen);
  if (offered.length < 2 && !isForeign) return null;
  return (
    <Choice
      label="Engine"
      hideLabel
      value={chosen ?? unnamed}
      onChange={(id) => choose(id === unnamed ? null : id)}
      options={[
        ...(every ? [{ value: '', label: 'All engines' }] : []),
        ...offered.map(({ id }) => ({ value: id, label: names.get(id) ?? id })),
        ...(isForeign ? [{ value: chosen, label: chosen }] : []),
      ]}
    />
  );
}
