import { useQuery } from '@tanstack/react-query';
import type { KeywordResult, ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import { type Engine, runQuery } from '../../api/queries.ts';
import { formatLabel } from '../../engines/engineWords.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { day, Time } from '../../format/times.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { plainText } from '../answer/plainText.ts';
import { compareNames, compareSources, compareWords, type Fate, type WordRun } from './compareAnswers.ts';

const words: Record<Fate, string> = { stayed: 'in both', came: 'only in the newer', went: 'only in the older' };

function FateMark({ fate }: { fate: Fate }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-small text-soft sm:whitespace-nowrap">
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="size-3 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        {fate === 'stayed' ? (
          <path d="M2 4.5h8M2 7.5h8" />
        ) : fate === 'came' ? (
          <path d="M6 2v8M2 6h8" />
        ) : (
          <path d="M2 6h8" />
        )}
      </svg>
      {words[fate]}
    </span>
  );
}

type Props = {
  answers: readonly ListedAnswer[];
  engines: readonly Engine[];
  older: ListedAnswer;
  newer: ListedAnswer;
  choose(which: 'older' | 'newer', id: string): void;
};

/**
 * Compares two answers to one question: names that stayed, appeared and disappeared, shared sources, and different
 * words.
 */
export function SideBySide({ answers, engines, older, newer, choose }: Props) {
  const names = compareNames(older, newer);
  const sources = compareSources(older, newer);
  const shared = sources.filter((source) => source.fate === 'stayed').length;
  const isSeveral = new Set(answers.map(({ run }) => run.engine)).size > 1;
  const engineOf = ({ run }: ListedAnswer): string =>
    isSeveral && run.engine !== null ? `${formatLabel(engines, run.engine)} · ` : '';
  const options = answers.map((answer) => ({
    value: answer.run.id,
    label: `${engineOf(answer)}${day(answer.run.observedAt ?? answer.run.createdAt)}, ${new Date(answer.run.observedAt ?? answer.run.createdAt).toISOString().slice(11, 16)} · ${answer.run.model ?? 'model unknown'}`,
  }));
  const isSame = older.run.model === newer.run.model && older.run.harnessVersion === newer.run.harnessVersion;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-end gap-3">
        <Choice label="Older answer" value={older.run.id} options={options} onChange={(id) => choose('older', id)} />
        <Choice label="Newer answer" value={newer.run.id} options={options} onChange={(id) => choose('newer', id)} />
        {!isSame && (
          <p className="text-caution text-small">
            Engine, model or settings differ, which may explain differences below.
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <div>
          <h3 className="mb-2 font-medium">
            Names: {names.filter((name) => name.fate === 'stayed').length} stayed,{' '}
            {names.filter((name) => name.fate === 'came').length} came,{' '}
            {names.filter((name) => name.fate === 'went').length} went
          </h3>
          <div className="screen-only -mt-2 mb-1 -ml-2.5">
            <SaveCsv
              name="names-side-by-side"
              head={['Name', 'Older', 'Newer', 'Seen']}
              rows={() => names.map((name) => [name.name, name.before, name.after, words[name.fate]])}
            />
          </div>
          <table className="w-full table-fixed">
            <thead>
              <tr className="border-line border-b text-left text-small text-soft">
                <th scope="col" className="py-1.5 font-medium">
                  Name
                </th>
                <th scope="col" className="w-16 py-1.5 font-medium max-sm:w-12">
                  Older
                </th>
                <th scope="col" className="w-16 py-1.5 font-medium max-sm:w-12">
                  Newer
                </th>
                <th scope="col" className="w-36 py-1.5 font-medium max-sm:w-20">
                  Seen
                </th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name.key} className="h-9 border-line border-b">
                  <td className={`break-words pr-3 ${name.own ? 'font-semibold text-accent' : ''}`}>
                    <bdi>{name.name}</bdi>
                  </td>
                  <td>{name.before ?? ''}</td>
                  <td>{name.after ?? ''}</td>
                  <td>
                    <FateMark fate={name.fate} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {names.length === 0 && <p className="text-soft">Neither answer recommends a name.</p>}
        </div>
        <div>
          <h3 className="mb-2 font-medium">
            Sources: {shared} of {countWithNoun(sources.length, 'page')} shared
          </h3>
          <div className="screen-only -mt-2 mb-1 -ml-2.5">
            <SaveCsv
              name="sources-side-by-side"
              head={['Page', 'Owner', 'Seen']}
              rows={() => sources.map((source) => [source.url, source.owned ? 'yours' : 'other', words[source.fate]])}
            />
          </div>
          <ul className="divide-y divide-line">
            {sources.map((source) => (
              <li key={source.url} className="flex items-baseline justify-between gap-x-4 py-1.5 max-sm:flex-col">
                <span className="min-w-0">
                  <Outbound url={source.url} />
                  {source.owned && <strong className="ml-2 font-medium text-accent text-small">yours</strong>}
                </span>
                <FateMark fate={source.fate} />
              </li>
            ))}
          </ul>
          {sources.length === 0 && <p className="text-soft">Neither answer cites a page.</p>}
        </div>
      </div>
      <Texts older={older} newer={newer} />
    </div>
  );
}

function Texts({ older, newer }: { older: ListedAnswer; newer: ListedAnswer }) {
  const query = useQuery(runQuery('keyword', older.run.id));
  const right = useQuery(runQuery('keyword', newer.run.id));
  const failed = query.error ?? right.error;
  if (failed !== null)
    return <Failure error={failed} retry={() => void Promise.all([query.refetch(), right.refetch()])} />;
  if (query.data === undefined || right.data === undefined) return <Skeleton className="h-64" />;
  const texts = [query.data, right.data].map((read) => (read.run?.result as KeywordResult | null)?.text ?? '');
  const compared = compareWords(plainText(texts[0] ?? ''), plainText(texts[1] ?? ''));
  return (
    <div>
      <h3 className="mb-2 font-medium">
        Differences: words in only one answer are underlined; link addresses and bold marks are ignored
      </h3>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <TextColumn at={older.run.observedAt} runs={compared.before} />
        <TextColumn at={newer.run.observedAt} runs={compared.after} />
      </div>
    </div>
  );
}

function TextColumn({ at, runs }: { at: string | null; runs: readonly WordRun[] }) {
  let offset = 0;
  const placed = runs.map((run) => {
    const start = offset;
    offset += run.text.length;
    return { ...run, start };
  });
  return (
    <div className="min-w-0">
      <p className="mb-1 text-small text-soft">{at === null ? 'Time unknown' : <Time iso={at} />}</p>
      <p className="whitespace-pre-wrap break-words rounded-box border border-line bg-raised p-4 text-small">
        <bdi>
          {placed.map((run) =>
            run.kept ? (
              run.text
            ) : (
              <mark key={run.start} className="bg-accent-wash text-ink underline decoration-1 underline-offset-2">
                {run.text}
              </mark>
            ),
          )}
        </bdi>
      </p>
    </div>
  );
}
