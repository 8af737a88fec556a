import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type PurchasesOfRecord, purchasesQuery } from '../../api/moneyQueries.ts';
import { plansQuery } from '../../api/planQueries.ts';
import { enginesQuery, keysQuery, questionsQuery } from '../../api/queries.ts';
import { formatLabel, shortLabel } from '../../engines/engineWords.ts';
import { exactDollars, unknownMark } from '../../format/numbers.ts';
import { day, shortAgo, Time, utc } from '../../format/times.tsx';
import { type StandingName, StandingShape, standings } from '../../money/Standing.tsx';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { SettlePurchase } from './SettlePurchase.tsx';
import { lastMonths, monthWords } from './spendingSearch.ts';

/** Columns of a purchase. */
const line = 'grid items-center gap-x-4 text-small md:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_6rem_minmax(0,17rem)]';

type Purchase = PurchasesOfRecord['purchases'][number];

/** Lists the runs and reports of a spending figure. */
export function PurchasesPage() {
  const search = useSearch({ from: '/inside/spending/runs' });
  const purchases = useInfiniteQuery(purchasesQuery(search));
  const questions = useQuery(questionsQuery()).data ?? [];
  const engines = useQuery(enginesQuery).data ?? [];
  const askedByKey = new Map(
    questions.flatMap(({ id: questionId, query, engines: at }) => [
      [questionId, query] as const,
      ...at.flatMap(({ cases }) => cases.map(({ id }) => [id, query] as const)),
    ]),
  );
  const records = purchases.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <PageHead
        title="Purchases"
        info="purchases"
        parent={
          <Link to="/spending" className="hover:underline">
            Spending
          </Link>
        }
      >
        <What asked={askedByKey} />
      </PageHead>
      {purchases.isError && <Failure error={purchases.error} retry={() => void purchases.refetch()} />}
      {records === undefined ? (
        !purchases.isError && <Skeleton className="h-96" />
      ) : records.length === 0 ? (
        <Empty title="No purchase matches">No purchase has this status now.</Empty>
      ) : (
        <>
          {/* Each value says itself what it is. */}
          <p aria-hidden="true" className={`${line} h-8 border-line border-b font-medium text-soft max-md:hidden`}>
            <span>Question</span>
            <span>Engine</span>
            <span className="text-right">Asked</span>
            <span>Cost</span>
          </p>
          <ul aria-label="Purchases" className="divide-y divide-line">
            {records.map((record) => (
              <Bought
                key={record.recordId}
                record={record}
                asked={askedByKey}
                engineLabel={(id) => shortLabel(formatLabel(engines, id))}
              />
            ))}
          </ul>
        </>
      )}
      {purchases.hasNextPage && (
        <Button className="mt-4" busy={purchases.isFetchingNextPage} onClick={() => void purchases.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

/** Describes the filters in the address. */
function What({ asked }: { asked: ReadonlyMap<string, string> }) {
  const {
    month,
    simulated,
    engine,
    keyId,
    planId,
    caseId,
    questionId,
    day: ofDay,
    standing,
  } = useSearch({
    from: '/inside/spending/runs',
  });
  const engines = useQuery(enginesQuery).data;
  const keys = useQuery({ ...keysQuery, enabled: keyId !== undefined && keyId !== 'none' }).data ?? [];
  const isPlan = planId !== undefined && planId !== 'none';
  const plans = useQuery({ ...plansQuery, refetchInterval: false, enabled: isPlan }).data ?? [];
  const parts = [
    ofDay === undefined ? monthWords(month ?? lastMonths(1)[0] ?? '') : day(ofDay),
    ...(engine === undefined ? [] : [engine === 'seo' ? 'SEO overviews' : formatLabel(engines, engine)]),
    ...(caseId === undefined ? [] : [caseId === 'none' ? 'SEO overviews' : foreign(asked.get(caseId) ?? caseId)]),
    ...(questionId === undefined
      ? []
      : [questionId === 'none' ? 'SEO overviews' : foreign(asked.get(questionId) ?? questionId)]),
    ...(keyId === undefined
      ? []
      : [
          keyId === 'none'
            ? 'signed in, without a key'
            : `key ${foreign(keys.find(({ id }) => id === keyId)?.name ?? keyId)}`,
        ]),
    ...(planId === undefined
      ? []
      : [
          planId === 'none'
            ? 'without a plan'
            : `plan ${foreign(plans.find(({ id }) => id === planId)?.name ?? planId)}`,
        ]),
    ...(standing === undefined ? [] : [standing]),
    ...(simulated === true ? ['simulated: nothing was charged'] : []),
  ];
  return <>{parts.join(' · ')}</>;
}

type BoughtProps = {
  record: PurchasesOfRecord;
  asked: ReadonlyMap<string, string>;
  engineLabel(id: string): string;
};

function Bought({ record: { recordId, begunAt, purchases }, asked, engineLabel }: BoughtProps) {
  const [first] = purchases;
  const isReport = first?.what === 'seo_call';
  const title = isReport ? 'SEO overview' : (asked.get(first?.caseId ?? '') ?? 'An archived question');
  return (
    <li data-row className={`${line} min-h-9 py-1`}>
      {isReport ? (
        <Link to="/seo" search={{ report: recordId }} className="hover:underline">
          {title}
        </Link>
      ) : (
        <Link to="/answers/$runId" params={{ runId: recordId }} title={title} className="one-line hover:underline">
          <bdi>{title}</bdi>
        </Link>
      )}
      <p className="flex min-w-0 gap-x-2 text-soft md:contents">
        <span className="min-w-0 truncate">
          {first !== undefined && (first.engine === 'seo' ? 'SEO' : engineLabel(first.engine))}
          {first?.model != null && ` · ${first.model}`}
        </span>
        <span className="ml-auto shrink-0">
          <Time iso={begunAt} shown={shortAgo(begunAt)} />
        </span>
      </p>
      <div className="grid content-start">
        {purchases.map((purchase) => (
          <PurchaseLine key={`${purchase.what} ${purchase.model} ${purchase.entries[0]?.at}`} purchase={purchase} />
        ))}
      </div>
    </li>
  );
}

const whatWords: Record<Purchase['what'], string> = {
  answer: 'answer',
  second_reading: 'second reading',
  model_reading: 'reading by the model',
  seo_call: 'SEO call',
};

function PurchaseLine({ purchase: { id, what, state, entries } }: { purchase: Purchase }) {
  const last = entries.at(-1);
  return (
    <Disclosure
      summary={
        <span className="inline-flex flex-wrap items-center gap-1.5 text-ink">
          {isStanding(state) && <StandingShape of={state} />}
          {state === 'released' ? 'nothing bought' : `${amountOf(last?.toUsd)} ${state}`}
          <span className="text-soft">{whatWords[what]}</span>
        </span>
      }
    >
      <ol className="grid gap-1 border-line border-l-2 pl-3 text-small text-soft">
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${entry.toUsd}`}>
            {entry.kind}: {entry.from === 'none' ? '' : `${amountOf(entry.fromUsd)} ${entry.from} → `}
            {amountOf(entry.toUsd)} {entry.to}
            {entry.basis === 'vendor_export' && `, from the vendor’s export of ${entry.asOf ?? unknownMark}`}
            {entry.basis === 'member' && ', recorded by a member with evidence'}
            {entry.basis === 'answer_text' && ', estimated from the length of the answer'}, {utc(entry.at)}
          </li>
        ))}
      </ol>
      {state === 'unknown' && <SettlePurchase id={id} />}
    </Disclosure>
  );
}

const isStanding = (state: string): state is StandingName => Object.hasOwn(standings, state);

const amountOf = (usd: number | null | undefined): string =>
  usd == null ? `${unknownMark} (no price is known)` : exactDollars(usd);
