import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { questionsQuery } from '../../api/queries.ts';
import { basisText, basisWords } from '../../format/bases.ts';
import { sourceKindNames } from '../../format/sourceKinds.ts';
import { type AnswerSearch, type answerStatuses, ends } from '../../shell/answerSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Choice } from '../../ui/Field.tsx';

const listings: Record<(typeof answerStatuses)[number], string> = {
  listed: 'Listed',
  not_listed: 'Not listed',
  unknown: 'Cannot tell',
  no_answer: 'No answer shown',
};
const endings: Record<(typeof ends)[number], string> = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  requires_action: 'Needs attention',
  queued: 'Queued',
  running: 'Running',
};
const several: Record<string, string> = {
  'listed,not_listed': 'Listed or not: can say',
  'listed,not_listed,unknown': 'Shows an answer',
  'not_listed,unknown': 'Not listed, or cannot tell',
};

type Props = { siteId: string; chosen: AnswerSearch };
type Change = { [Key in keyof AnswerSearch]?: string | number | true | undefined };

/** Every filter of the list, all of them in the address. Those that are chosen stand as marks that take them away. */
export function AnswerFilters({ siteId, chosen }: Props) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // A thousand questions are read only by who chooses among them, or by the name of a chosen one.
  const enabled = isOpen || chosen.question !== undefined;
  const questions = useQuery({ ...questionsQuery(siteId), enabled }).data ?? [];
  const set = (next: Change) =>
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
    ['counted', chosen.counted && 'Only the answers that the numbers count'],
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
    [
      'rule',
      chosen.rule && `Behind the suggestion ${chosen.rule}${chosen.about === undefined ? '' : `: ${chosen.about}`}`,
    ],
    ['ended', chosen.ended && endings[chosen.ended]],
  ];
  return (
    <div className="screen-only -mt-3 mb-6 grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Choice
          label="What the answer says"
          hideLabel
          value={chosen.listing ?? ''}
          onChange={(value) => set({ listing: value === '' ? undefined : value })}
          options={[
            { value: '', label: 'Listed or not' },
            ...Object.entries({ ...listings, ...several }).map(([value, label]) => ({ value, label })),
          ]}
        />
        {marks.map(([key, word]) =>
          word === undefined ? null : (
            <Button
              key={key}
              small
              onClick={() => set(key === 'rule' ? { rule: undefined, about: undefined } : { [key]: undefined })}
              aria-label={`Take away the filter: ${word}`}
            >
              <bdi className="max-w-80 truncate">{word}</bdi> ×
            </Button>
          ),
        )}
      </div>
      <Disclosure summary="More filters" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <div className="flex flex-wrap items-end gap-3">
          <Choice
            label="Question"
            value={chosen.question ?? ''}
            onChange={(value) => set({ question: value === '' ? undefined : value })}
            options={[
              { value: '', label: 'All questions' },
              ...questions.map(({ id, query: asked }) => ({ value: id, label: asked })),
            ]}
          />
          <Choice
            label="Because"
            value={chosen.basis ?? ''}
            onChange={(value) => set({ basis: value === '' ? undefined : value })}
            options={[
              { value: '', label: 'Whatever it rests on' },
              ...basisWords.map((basis) => ({ value: basis as string, label: basisText(basis, []) })),
            ]}
          />
          <Choice
            label="How it ended"
            value={chosen.ended ?? ''}
            onChange={(value) => set({ ended: value === '' ? undefined : value })}
            options={[
              { value: '', label: 'Every end' },
              ...ends.map((end) => ({ value: end as string, label: endings[end] })),
            ]}
          />
          <Choice
            label="Kind of page cited"
            value={chosen.kind ?? ''}
            onChange={(value) =>
              set({ kind: value === '' ? undefined : value, counted: value === '' ? undefined : true })
            }
            options={[
              { value: '', label: 'Any' },
              ...Object.entries(sourceKindNames).map(([value, label]) => ({ value, label })),
            ]}
          />
          <Word key={`position ${chosen.position}`} label="Position" size={4} value={String(chosen.position ?? '')}>
            {(word) => set({ position: /^[1-9]\d?$/.test(word) ? Number(word) : undefined })}
          </Word>
          <Word key={`cites ${chosen.cites}`} label="Cites the domain" value={chosen.cites ?? ''}>
            {(word) => set({ cites: word === '' ? undefined : word })}
          </Word>
          <Word key={`names ${chosen.names}`} label="Recommends the domain" value={chosen.names ?? ''}>
            {(word) => set({ names: word === '' ? undefined : word })}
          </Word>
        </div>
      </Disclosure>
    </div>
  );
}

type WordProps = { label: string; value: string; size?: number; children(word: string): void };

/** A word that filters once it is whole: with Enter, or by leaving the field. */
function Word({ label, value, size = 22, children: set }: WordProps): ReactNode {
  const [word, setWord] = useState(value);
  const take = () => {
    if (word.trim() !== value) set(word.trim().toLowerCase());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={submit}>
      <label className="grid gap-1.5 font-medium text-small">
        {label}
        <input
          value={word}
          size={size}
          onChange={(event) => setWord(event.target.value)}
          onBlur={take}
          className="field h-8 w-auto font-normal text-small"
        />
      </label>
    </form>
  );
}
