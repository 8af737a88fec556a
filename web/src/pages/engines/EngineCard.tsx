import type { ReactNode } from 'react';
import { upperPrice } from '../../../../src/client/upperPrice.ts';
import { formatAccuracy } from '../../../../src/domain/audit/readingAccuracy.ts';
import type { Engine } from '../../api/queries.ts';
import { aboutSeconds, formatSettings, recoveryWords, requiredSettings } from '../../engines/engineWords.ts';
import { allOf } from '../../format/language.ts';
import { dollars } from '../../format/numbers.ts';
import { day, Time } from '../../format/times.tsx';
import { lookup } from '../../i18n/t.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Section } from '../../ui/Section.tsx';
import { Status } from '../../ui/Status.tsx';
import { Probe } from './Probe.tsx';

/** Shows one engine: what it asks and where, its settings, duration and price, and how a lost purchase is found. */
export function EngineCard({ engine }: { engine: Engine }) {
  const facts = (
    <dl data-datum className="grid gap-x-10 gap-y-2 text-small lg:grid-cols-2">
      {factsOf(engine).map(([name, value]) => (
        <div key={name} className="grid grid-cols-[min(8rem,35%)_minmax(0,1fr)] content-start gap-x-3">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
  const isReady = engine.state === 'ready';
  return (
    <Section title={engine.label} note={<Standing engine={engine} />} actions={isReady && <Probe engine={engine} />}>
      {engine.offReason !== null && <p className="measure mb-3">{engine.offReason}</p>}
      {isReady ? facts : <Disclosure summary={`What ${engine.label} would ask, and how`}>{facts}</Disclosure>}
    </Section>
  );
}

function Standing({ engine }: { engine: Engine }) {
  const state = engine.state === 'off' ? 'off' : engine.simulated ? 'simulated' : 'live';
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Status of={state} />
      {engine.declared && <span className="font-medium text-ink">declared: reports count it first</span>}
      <code className="font-mono">{engine.id}</code>
    </span>
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
  const listed = asOf === null ? '' : `prices of ${day(asOf)}${mayHaveChanged ? ', which may have changed' : ''}`;
  const { word, heldBeyond } = upperPrice(price);
  const sources = [basis === 'history' ? 'your own latest answers' : '', listed].filter((source) => source !== '');
  return (
    <>
      typically {dollars(typicalUsd)}, {lookup(word)} {dollars(maxUsd)} an answer
      {heldBeyond !== null && <> ({dollars(heldBeyond)} held until the end)</>}.
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
    [
      'Last answer here',
      engine.lastSuccessAt === null ? 'None in this workspace' : <Time iso={engine.lastSuccessAt} age />,
    ],
  ];
}
