import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { InputOf } from '../../../../src/contract/callTypes.ts';
import { questionsQuery } from '../../api/queries.ts';
import { countQuery } from '../../api/visibilityQueries.ts';
import { basisText } from '../../format/bases.ts';
import { sourceKindNames } from '../../format/sourceKinds.ts';
import type { AnswerSearch } from '../../shell/answerSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { type AnswerChange, endings, MoreAnswerFilters, severalListings } from './MoreAnswerFilters.tsx';

type Props = {
  siteId: string;
  chosen: AnswerSearch;
  /** Number of answers in the list, as text. */
  count: string;
  /** Query of the list with other filters. */
  request(next: AnswerChange): InputOf<'findAnswers'>;
};

const tabs = [
  { id: 'all', name: 'All', find: { listing: undefined, ended: undefined } },
  { id: 'listed', name: 'Listed', find: { listing: 'listed', ended: undefined } },
  { id: 'not_listed', name: 'Not listed', find: { listing: 'not_listed', ended: undefined } },
  { id: 'unknown', name: 'Unclear', find: { listing: 'unknown', ended: undefined } },
  { id: 'failed', name: 'Failed', find: { listing: undefined, ended: 'failed' } },
] as const;

/** Shows every filter of the list, all stored in the address. Active filters are chips that remove them. */
export function AnswerFilters({ siteId, chosen, count, request }: Props) {
  const counts = useQueries({
    queries: tabs.map(({ find }) => countQuery(request(find))),
    combine: (reads) => reads.map(({ data }) => data ?? null),
  });
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // The many questions are loaded only to choose one, or to name the chosen one.
  const enabled = isOpen || chosen.question !== undefined;
  const questions = useQuery({ ...questionsQuery(siteId), enabled }).data ?? [];
  const set = (next: AnswerChange) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, ...next })) as never,
      replace: true,
      resetScroll: false,
    });
  const query = questions.find(({ id, engines }) =>
    [id, ...engines.flatMap(({ cases }) => cases.map((one) => one.id))].includes(chosen.question ?? ''),
  )?.query;
  const marks: [keyof AnswerSearch, string | undefined][] = [
    ['counted', chosen.counted && 'Only answers counted in the numbers'],
    // A single status is a tab.
    ['listing', chosen.listing && severalListings[chosen.listing]],
    ['question', chosen.question && (query ?? 'One question')],
    ['basis', chosen.basis && `Because ${basisText(chosen.basis, [])}`],
    ['position', chosen.position === undefined ? undefined : `Position ${chosen.position}`],
    ['cites', chosen.cites && `Cites ${chosen.cites}`],
    ['page', chosen.page && `Cites ${chosen.page}`],
    ['returned', chosen.returned && `Found and did not cite ${chosen.returned}`],
    ['kind', chosen.kind && `Cites: ${sourceKindNames[chosen.kind]}`],
    ['notOurs', chosen.notOurs && 'Cites none of your pages'],
    ['names', chosen.names && `Recommends ${chosen.names}`],
    ['searched', chosen.searched && `Searched for ${chosen.searched}`],
    ['rule', chosen.rule && `Evidence for a suggestion${chosen.about === undefined ? '' : `: ${chosen.about}`}`],
    ['ended', chosen.ended && endings[chosen.ended]],
  ];
  const tab = chosen.ended === 'failed' ? 'failed' : (chosen.listing ?? 'all');
  return (
    <div className="screen-only mb-1 grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center gap-2 max-sm:min-h-24 max-sm:content-start">
        <Tabs
          label="What the answers say"
          value={tab}
          onChange={(id) => set({ ...tabs.find((one) => one.id === id)?.find })}
          tabs={tabs.map(({ id, name }, index) => ({ id: id as string, name, count: counts[index] }))}
        />
        {marks.map(([key, word]) =>
          word === undefined ? null : (
            <Button
              key={key}
              small
              onClick={() => set(key === 'rule' ? { rule: undefined, about: undefined } : { [key]: undefined })}
              aria-label={`Remove filter: ${word}`}
            >
              <bdi className="max-w-80 truncate">{word}</bdi> ×
            </Button>
          ),
        )}
        <span className="ml-auto min-h-5 text-small text-soft max-sm:basis-full">{count}</span>
      </div>
      <Disclosure summary="More filters" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <MoreAnswerFilters siteId={siteId} chosen={chosen} questions={questions} isOpen={isOpen} set={set} />
      </Disclosure>
    </div>
  );
}
