import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Question } from '../../api/queries.ts';
import { recommendationsQuery } from '../../api/visibilityQueries.ts';
import { basisText, basisWords } from '../../format/bases.ts';
import { sourceKindNames } from '../../format/sourceKinds.ts';
import { type AnswerSearch, type answerStatuses, behindSuggestion, ends } from '../../shell/answerSearch.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Choice } from '../../ui/Field.tsx';

/** Labels for the outcomes of a run. */
export const endings: Record<(typeof ends)[number], string> = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  requires_action: 'Needs attention',
  queued: 'Queued',
  running: 'Running',
};

const listings: Record<(typeof answerStatuses)[number], string> = {
  listed: 'Listed',
  not_listed: 'Not listed',
  unknown: 'Unclear',
  no_answer: 'No answer shown',
};
/** Statuses that a link combines. */
export const severalListings: Record<string, string> = {
  'listed,not_listed': 'Listed or not listed',
  'listed,not_listed,unknown': 'Shows an answer',
  'not_listed,unknown': 'Not listed, or undecided',
};

export type AnswerChange = { [Key in keyof AnswerSearch]?: string | number | true | undefined };

type Props = {
  siteId: string;
  chosen: AnswerSearch;
  questions: readonly Question[];
  /** Suggestions are loaded only if the list is open. */
  isOpen: boolean;
  set(next: AnswerChange): void;
};

/** Accepts only complete addresses: a part would match nothing. */
const addressOf = (word: string): string | undefined => (URL.canParse(word) ? word : undefined);

const maxLetters = 70;

/** Shows the less common filters. Each filter that an address can contain has its field here. */
export function MoreAnswerFilters({ siteId, chosen, questions, isOpen, set }: Props) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId/answers' }));
  const report = useQuery({ ...recommendationsQuery(siteId, filters), enabled: isOpen }).data;
  const suggestions = (report?.recommendations.rows ?? [])
    .filter(({ totalRunIds }) => totalRunIds > 0)
    .map((row) => {
      const behind = behindSuggestion(row);
      const words = [row.question, row.text].filter((part) => part !== null).join(': ');
      return {
        ...behind,
        key: JSON.stringify(behind),
        words: words.length > maxLetters ? `${words.slice(0, maxLetters - 1)}…` : words,
      };
    });
  const isChosen = ({ rule, about, question }: AnswerSearch): boolean =>
    rule === chosen.rule && about === chosen.about && (question === undefined || question === chosen.question);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice
        label="What the answer says"
        value={chosen.listing ?? ''}
        onChange={(value) => set({ listing: value === '' ? undefined : value })}
        options={[
          { value: '', label: 'Listed or not' },
          ...Object.entries({ ...listings, ...severalListings }).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Choice
        label="Question"
        value={chosen.question ?? ''}
        onChange={(value) => set({ question: value === '' ? undefined : value })}
        options={[
          { value: '', label: 'All questions' },
          ...questions.map(({ id, query: request }) => ({ value: id, label: request })),
        ]}
      />
      <Choice
        label="Basis"
        value={chosen.basis ?? ''}
        onChange={(value) => set({ basis: value === '' ? undefined : value })}
        options={[
          { value: '', label: 'Any basis' },
          ...basisWords.map((basis) => ({ value: basis as string, label: basisText(basis, []) })),
        ]}
      />
      <Choice
        label="Outcome"
        value={chosen.ended ?? ''}
        onChange={(value) => set({ ended: value === '' ? undefined : value })}
        options={[
          { value: '', label: 'All outcomes' },
          ...ends.map((end) => ({ value: end as string, label: endings[end] })),
        ]}
      />
      <Choice
        label="Type of cited page"
        value={chosen.kind ?? ''}
        onChange={(value) => set({ kind: value === '' ? undefined : value, counted: value === '' ? undefined : true })}
        options={[
          { value: '', label: 'Any' },
          ...Object.entries(sourceKindNames).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Choice
        label="Your pages"
        value={chosen.notOurs === true ? 'none' : ''}
        onChange={(value) => set({ notOurs: value === '' ? undefined : true })}
        options={[
          { value: '', label: 'Cited or not' },
          { value: 'none', label: 'Cites no page' },
        ]}
      />
      <Choice
        label="Counted"
        value={chosen.counted === true ? 'only' : ''}
        onChange={(value) => set({ counted: value === '' ? undefined : true })}
        options={[
          { value: '', label: 'Every answer' },
          { value: 'only', label: 'Only answers counted in the numbers' },
        ]}
      />
      {suggestions.length > 0 && (
        <Choice
          label="Evidence for a suggestion"
          value={suggestions.find(isChosen)?.key ?? ''}
          onChange={(key) => {
            const { rule, about, question } = suggestions.find((one) => one.key === key) ?? {};
            set({ rule, about, question });
          }}
          options={[
            { value: '', label: 'Any or none' },
            ...suggestions.map(({ key, words }) => ({ value: key, label: words })),
          ]}
        />
      )}
      <Word key={`position ${chosen.position}`} label="Position" size={4} value={String(chosen.position ?? '')}>
        {(word) => set({ position: /^[1-9]\d?$/.test(word) ? Number(word) : undefined })}
      </Word>
      <Word key={`cites ${chosen.cites}`} label="Cites the domain" value={chosen.cites ?? ''}>
        {(word) => set({ cites: word === '' ? undefined : word })}
      </Word>
      <Word key={`names ${chosen.names}`} label="Recommends the domain" value={chosen.names ?? ''}>
        {(word) => set({ names: word === '' ? undefined : word })}
      </Word>
      <Word key={`page ${chosen.page}`} label="Cites the page" kind="url" value={chosen.page ?? ''}>
        {(word) => set({ page: addressOf(word) })}
      </Word>
      <Word
        key={`returned ${chosen.returned}`}
        label="Found the page but did not cite it"
        kind="url"
        value={chosen.returned ?? ''}
      >
        {(word) => set({ returned: addressOf(word) })}
      </Word>
      <Word key={`searched ${chosen.searched}`} label="Searched for" kind="exact" value={chosen.searched ?? ''}>
        {(word) => set({ searched: word === '' ? undefined : word })}
      </Word>
    </div>
  );
}

type WordProps = {
  label: string;
  value: string;
  size?: number;
  /** A domain is compared in lower case; an address and a search are compared literally. */
  kind?: 'domain' | 'url' | 'exact';
  children(word: string): void;
};

/** Field that filters when it is complete: on Enter, or on leaving it. */
function Word({ label, value, size = 22, kind = 'domain', children: set }: WordProps): ReactNode {
  const [word, setWord] = useState(value);
  const take = () => {
    const whole = kind === 'domain' ? word.trim().toLowerCase() : word.trim();
    if (whole !== value) set(whole);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={submit}>
      <label className="grid grid-cols-1 gap-1.5 font-medium text-small">
        {label}
        <input
          value={word}
          inputMode={kind === 'url' ? 'url' : undefined}
          placeholder={kind === 'url' ? 'https://…' : undefined}
          size={size}
          onChange={(event) => setWord(event.target.value)}
          onBlur={take}
          className="field h-8 w-auto max-w-full font-normal text-small"
        />
      </label>
    </form>
  );
}
