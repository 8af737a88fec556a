import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/http.ts';
import { type PlanContent, planQuoteQuery, plansQueryKey } from '../../api/planQueries.ts';
import { enginesQuery, queryClient, questionsQuery, sitesQuery, tagsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { CadenceFields, defaultCadence } from './CadenceFields.tsx';
import { QuoteText } from './QuoteText.tsx';

/** Default name of a plan. */
const defaultNames: Record<PlanContent['cadence']['kind'], string> = {
  weekly: 'Weekly',
  daily: 'Daily',
  hours: 'Every few hours',
  manual: 'By hand',
};

/** Form for a plan: its questions, engines and schedule, with the price. */
export function NewPlan({ site, onClose }: { site: string; onClose(): void }) {
  const sites = useQuery(sitesQuery).data ?? [];
  const engines = (useQuery(enginesQuery).data ?? []).filter(({ state }) => state === 'ready');
  const [typed, setTyped] = useState<string | null>(null);
  const [siteChoice, setSiteChoice] = useState(site);
  const siteId = sites.some(({ id }) => id === siteChoice) ? siteChoice : (sites[0]?.id ?? '');
  const [picked, setPicked] = useState<Picked>({ kind: 'all' });
  const [engineChoice, setEngineChoice] = useState<readonly string[] | null>(null);
  const selection = engineChoice ?? engines.filter(({ declared }) => declared).map(({ id }) => id);
  const [repeats, setRepeats] = useState('3');
  const [cadence, setCadence] = useState<PlanContent['cadence']>(defaultCadence);
  const name = typed ?? defaultNames[cadence.kind];
  const navigate = useNavigate();
  const questions = findChoice(picked, siteId);
  const content =
    questions === null || selection.length === 0
      ? null
      : { questions, engines: [...selection], repeats: Number(repeats), cadence };
  const quote = useQuery(planQuoteQuery(content));
  const save = useMutation({
    mutationFn: (input: PlanContent) => call('createPlan', { name: name.trim(), ...input }),
    onSuccess: async ({ plan }) => {
      await queryClient.invalidateQueries({ queryKey: plansQueryKey });
      await navigate({ to: '/plans/$planId', params: { planId: plan.id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (content !== null) save.mutate(content);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <Field
        label="Name"
        value={name}
        onChange={(event) => setTyped(event.target.value)}
        required
        maxLength={80}
        autoComplete="off"
      />
      <Choice
        label="Questions about"
        value={siteId}
        onChange={(id) => {
          setSiteChoice(id);
          setPicked({ kind: 'all' });
        }}
        options={sites.map((site) => ({ value: site.id, label: site.name }))}
      />
      <QuestionPicker siteId={siteId} picked={picked} onPick={setPicked} />
      <fieldset>
        <legend className="mb-1 font-medium text-small">Engines</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {engines.map(({ id, label }) => (
            <Check
              key={id}
              label={label}
              checked={selection.includes(id)}
              onChange={(on) => setEngineChoice(on ? [...selection, id] : selection.filter((one) => one !== id))}
            />
          ))}
        </div>
      </fieldset>
      <Choice
        label="Answers per question and round"
        value={repeats}
        onChange={setRepeats}
        options={Array.from({ length: 10 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
      />
      <CadenceFields cadence={cadence} onChange={setCadence} />
      <section aria-label="Quote" className="rounded-box border border-line bg-sunken px-4 py-3">
        {quote.isError ? (
          <Failure error={quote.error} />
        ) : quote.data == null ? (
          <p className="text-soft">{content === null ? 'Choose questions and engines.' : 'Calculating…'}</p>
        ) : (
          <QuoteText quote={quote.data} />
        )}
      </section>
      {save.isError && <Failure error={save.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={save.isPending} disabled={content === null || name.trim() === ''}>
          Save as a draft
        </Button>
      </div>
    </form>
  );
}

type Picked = { kind: 'all' } | { kind: 'tags'; tags: readonly string[] } | { kind: 'some'; ids: readonly string[] };

function findChoice(picked: Picked, siteId: string): PlanContent['questions'] | null {
  if (siteId === '') return null;
  if (picked.kind === 'all') return { websiteId: siteId };
  if (picked.kind === 'tags') return picked.tags.length === 0 ? null : { websiteId: siteId, tags: [...picked.tags] };
  return picked.ids.length === 0 ? null : { questionIds: [...picked.ids] };
}

type PickerProps = { siteId: string; picked: Picked; onPick(picked: Picked): void };

function QuestionPicker({ siteId, picked, onPick }: PickerProps) {
  const questions = useQuery({ ...questionsQuery(siteId), enabled: siteId !== '' }).data ?? [];
  const tags = useQuery({ ...tagsQuery(siteId), enabled: siteId !== '' }).data ?? [];
  const begin: Record<Picked['kind'], Picked> = {
    all: { kind: 'all' },
    tags: { kind: 'tags', tags: [] },
    some: { kind: 'some', ids: questions.map(({ id }) => id) },
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Which questions</legend>
      <Choice
        label="Questions"
        value={picked.kind}
        onChange={(kind) => onPick(begin[kind])}
        options={[
          {
            value: 'all',
            label: questions.length === 0 ? 'All questions' : `All (${questions.length} now), and those saved later`,
          },
          ...(tags.length > 0 ? [{ value: 'tags' as const, label: 'All with a tag, now and later' }] : []),
          { value: 'some', label: 'Selected questions' },
        ]}
      />
      {picked.kind === 'tags' && (
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {tags.map(({ tag, questions: count }) => (
            <Check
              key={tag}
              label={`${tag} (${count})`}
              checked={picked.tags.includes(tag)}
              onChange={(on) => onPick({ kind: 'tags', tags: withOrWithout(picked.tags, tag, on) })}
            />
          ))}
        </div>
      )}
      {picked.kind === 'some' && (
        <div className="grid max-h-52 gap-1 overflow-y-auto rounded-small border border-line p-2">
          {questions.map(({ id, query }) => (
            <Check
              key={id}
              label={query}
              checked={picked.ids.includes(id)}
              onChange={(on) => onPick({ kind: 'some', ids: withOrWithout(picked.ids, id, on) })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

function withOrWithout(all: readonly string[], one: string, on: boolean): string[] {
  return on ? [...all, one] : all.filter((other) => other !== one);
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange(on: boolean): void }) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1.5 size-4 shrink-0"
      />
      <bdi className="min-w-0 break-words">{label}</bdi>
    </label>
  );
}
