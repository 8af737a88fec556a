import type { Quote } from '../api/moneyQueries.ts';
import type { Engine } from '../api/queries.ts';
import { formatLabel } from '../engines/engineWords.ts';
import { countWithNoun, integer } from '../format/numbers.ts';
import type { AskedRun } from './asked.ts';
import { priceWords } from './QuotedPrice.tsx';

type Props = {
  questions: readonly AskedRun[];
  engines: readonly Engine[];
  /** Engines that are left out of this batch. */
  without: ReadonlySet<string>;
  /** Prices by engine, once they are known. */
  prices: Quote['engines'];
  toggle(engine: string): void;
};

type Group = { id: string; engine: Engine | undefined; models: string[]; runs: number };

/** Returns one group per engine, in the order in which engines are offered. */
function listGroups(questions: readonly AskedRun[], engines: readonly Engine[]): Group[] {
  const ids = [...new Set([...engines.map(({ id }) => id), ...questions.map(({ engine }) => engine)])];
  return ids.flatMap((id) => {
    const askedRuns = questions.filter((question) => question.engine === id);
    const engine = engines.find((one) => one.id === id);
    const models = new Set(askedRuns.flatMap(({ model }) => model ?? engine?.defaultModel ?? []));
    return askedRuns.length === 0 ? [] : [{ id, engine, models: [...models], runs: askedRuns.length }];
  });
}

/** One engine's part of the price: answers to buy, their price, and answers to reuse. */
function partWords({ bought, reused, ...sum }: Quote['engines'][number]): string {
  const saved = reused === 0 ? '' : `${integer(reused)} saved already`;
  if (bought === 0) return saved === '' ? 'nothing to buy' : `${saved}, nothing to buy`;
  const price = priceWords({ bought, reused, ...sum });
  return saved === '' ? price : `${integer(bought)} to buy, ${price}; ${saved}`;
}

/**
 * Lists the engines and models of a batch, with their runs and prices; engines can be left out if there are several.
 */
export function EnginesAsked({ questions, engines, without, prices, toggle }: Props) {
  const groups = listGroups(questions, engines);
  const [only] = groups;
  if (only !== undefined && groups.length === 1) {
    return (
      <>
        <p>
          Each question is one run of <strong className="font-medium">{formatLabel(engines, only.id)}</strong>
          {only.models.length > 0 && ` with ${only.models.join(', ')}`}.
        </p>
        {only.engine?.offReason != null && <p className="text-caution">It is off: {only.engine.offReason}</p>}
      </>
    );
  }
  // If everything is simulated, the price below says so once.
  const isMixed = groups.some(({ engine }) => engine?.simulated === false);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-small font-medium">Engines</legend>
      {groups.map(({ id, engine, models, runs }) => {
        const isOff = engine?.state === 'off';
        const price = prices.find((one) => one.engine === id);
        return (
          <label key={id} className={`flex items-start gap-2.5 ${isOff ? 'text-soft' : ''}`}>
            <input
              type="checkbox"
              checked={!isOff && !without.has(id)}
              disabled={isOff}
              onChange={() => toggle(id)}
              className="mt-1.5 size-4 shrink-0"
            />
            <span className="min-w-0">
              {formatLabel(engines, id)}: {countWithNoun(runs, 'run')}
              <span className="block text-small text-soft">
                {isOff
                  ? `Off: not asked. ${engine.offReason ?? ''}`
                  : `${models.length === 0 ? 'the vendor’s model' : models.join(', ')}${isMixed && engine?.simulated === true ? ', simulated' : ''}`}
              </span>
              {!isOff && <span className="block min-h-5 text-small text-soft">{price && partWords(price)}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
