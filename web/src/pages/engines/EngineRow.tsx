import type { ReactNode } from 'react';
import { upperPrice } from '../../../../src/client/upperPrice.ts';
import { formatAccuracy } from '../../../../src/domain/audit/readingAccuracy.ts';
import type { Engine } from '../../api/queries.ts';
import {
  aboutSeconds,
  formatSettings,
  recoveryWords,
  requiredSettings,
  shortLabel,
} from '../../engines/engineWords.ts';
import { allOf } from '../../format/language.ts';
import { dollars } from '../../format/numbers.ts';
import { day, Time } from '../../format/times.tsx';
import { lookup } from '../../i18n/t.ts';
import { FormRow } from '../../ui/Rows.tsx';
import { Status } from '../../ui/Status.tsx';
import { Probe } from './Probe.tsx';

/** Shows one engine in a row; it opens where it asks, its settings, duration and price, and how a lost purchase is found. */
export function EngineRow({ engine }: { engine: Engine }) {
  const isReady = engine.state === 'ready';
  const typicalUsd = engine.price?.typicalUsd ?? null;
  return (
    <FormRow
      name={
        <span className="one-line" title={engine.label}>
          {shortLabel(engine.label)}
        </span>
      }
      state={
        <span className="flex flex-wrap items-center gap-x-4">
          <span className="w-24">
            <Status of={isReady ? (engine.simulated ? 'simulated' : 'live') : 'off'} />
          </span>
          {isReady && (
            <>
              <span className="w-36 max-sm:hidden">{typicalUsd !== null && `${dollars(typicalUsd)} an answer`}</span>
              <span>
                {engine.lastSuccessAt !== null && <Time iso={engine.lastSuccessAt} age />}
                {engine.declared && ' · counted first in reports'}
              </span>
            </>
          )}
        </span>
      }
      act="Details"
    >
      {engine.offReason !== null && <p className="measure mb-3 text-small">{engine.offReason}</p>}
      <dl className="mb-3 grid gap-x-10 gap-y-2 text-small">
        {factsOf(engine).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[min(8rem,35%)_minmax(0,1fr)] content-start gap-x-3">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {isReady && <Probe engine={engine} />}
    </FormRow>
  );
}

/** Formats the price of one answer of the default model, as in a quote. */
function costOf(price: Engine['price']): ReactNode {
  if (price?.typicalUsd == null || price.maxUsd === null) {
    const heldText =
      price?.heldUsd == null ? 'where a budget applies, nothing is bought' : `${dollars(price.heldUsd)} is held`;
    return `no price is known: ${heldText}.`;
  }
  const { typicalUsd, maxUsd, basis, asOf, mayHaveChanged } = price;
  const listed = asOf === null ? '' : `prices of ${day(asOf)}${mayHaveChanged ? ', may have changed' : ''}`;
  const { word, heldBeyond } = upperPrice(price);
  const sources = [basis === 'history' ? 'your own latest answers' : '', listed].filter((source) => source !== '');
  return (
    <>
      typically {dollars(typicalUsd)}, {lookup(word)} {dollars(maxUsd)} an answer
      {heldBeyond !== null && ` (${dollars(heldBeyond)} held until the end)`}.
      {sources.length > 0 && <span className="block text-soft">From {allOf(sources)}.</span>}
    </>
  );
}

function factsOf(engine: Engine): readonly (readonly [string, ReactNode])[] {
  const refused = formatSettings(engine, false);
  const others = engine.models.filter((model) => model !== engine.defaultModel);
  return [
    [
      'Asks',
      engine.kind === 'api'
        ? `${engine.vendor}, through its own API`
        : `${engine.vendor}: a page that consumers see, read by a third party without an account`,
    ],
    [
      'Answers are made by',
      engine.simulated ? (
        <strong className="font-medium text-caution">the simulator: no measurements, and nothing is bought</strong>
      ) : (
        <code className="font-mono text-small">{engine.surface}</code>
      ),
    ],
    [
      'Model',
      <>
        {engine.defaultModel ?? 'Chosen by the vendor'}
        {others.length > 0 && <span className="text-soft">; has answered: {others.join(', ')}</span>}
      </>,
    ],
    [
      'Honours',
      <>
        {formatSettings(engine, true) || 'no setting'}
        {engine.requires.length > 0 && <>; needs {requiredSettings(engine)}</>}.
        {refused !== '' && <span className="block text-soft">Refused when a question is saved: {refused}.</span>}
      </>,
    ],
    [
      'Takes',
      `about ${aboutSeconds(engine.usualSeconds)}; abandoned after ${aboutSeconds(engine.deadlineSeconds)}. ${engine.canCancel ? 'It can be stopped.' : 'It cannot be stopped.'}`,
    ],
    ['Costs', costOf(engine.price)],
    [
      'Answers are read',
      engine.readingAccuracy === null
        ? 'not measured: fewer than five labelled answers'
        : formatAccuracy(engine.readingAccuracy),
    ],
    [
      'A lost purchase',
      <>
        {recoveryWords[engine.recovery]}.<span className="block text-soft">{engine.recoveryNote}</span>
      </>,
    ],
    ['Name', engine.label],
    ['Identifier', <code className="font-mono">{engine.id}</code>],
  ];
}
