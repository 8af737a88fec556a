import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import { call } from '../../api/http.ts';
import { plansQuery } from '../../api/planQueries.ts';
import { enginesQuery } from '../../api/queries.ts';
import { experimentsChanged, type WorkItem } from '../../api/workQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { aboutDollars, countWithNoun, integer, unknownMark } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { Failure } from '../../ui/Notice.tsx';

type Props = { open: boolean; siteId: string; offer: WorkItem['experiment']; onClose(): void };

/** Designs an experiment on a plan: shows its price and what it can find before anything is saved. */
export function DesignExperiment({ open, siteId, offer, onClose }: Props) {
  const plans = useQuery({ ...plansQuery, enabled: open, refetchInterval: false }).data ?? [];
  const [name, setName] = useState('');
  const [typed, setHypothesis] = useState<string | null>(null);
  const hypothesis = typed ?? offer?.hypothesis ?? '';
  const [planId, setPlanId] = useState('');
  const [engineChoice, chooseEngine] = useState('');
  const engines = useQuery(enginesQuery).data ?? [];
  const [roundsAfter, setRoundsAfter] = useState('4');
  const plan = plans.find(({ id }) => id === planId) ?? plans[0];
  const engine = plan?.engines.find((id) => id === engineChoice) ?? plan?.engines[0] ?? '';
  const draft = () => ({
    name: name.trim(),
    websiteId: siteId,
    planId: plan?.id ?? '',
    engine,
    roundsAfter: Number(roundsAfter),
    ...(offer === null ? {} : { chosenOnRuns: offer.chosenOnRuns }),
  });
  const { name: _, ...priced } = draft();
  const preview = useQuery({
    queryKey: ['previewExperiment', priced],
    queryFn: () => call('previewExperiment', { ...priced, hypothesis: 'preview' }),
    enabled: open && plan !== undefined && Number.isInteger(priced.roundsAfter) && priced.roundsAfter > 1,
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => call('createExperiment', { ...draft(), hypothesis: hypothesis.trim() || name.trim() }),
    onSuccess: async () => {
      await experimentsChanged();
      onClose();
    },
  });
  const isReady = plan !== undefined && name.trim() !== '';
  return (
    <Dialog open={open} title="Design experiment" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label="Name" value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        <Field
          label="Hypothesis"
          value={hypothesis}
          maxLength={500}
          onChange={({ target }) => setHypothesis(target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Choice
            label="Plan"
            value={plan?.id ?? ''}
            onChange={setPlanId}
            options={plans.map(({ id, name: title }) => ({ value: id, label: title }))}
          />
          <Choice
            label="Engine"
            value={engine}
            onChange={chooseEngine}
            options={(plan?.engines ?? []).map((id) => ({ value: id, label: shortNames(engines).get(id) ?? id }))}
          />
          <Field
            label="Rounds after the change"
            type="number"
            min={2}
            max={26}
            value={roundsAfter}
            onChange={({ target }) => setRoundsAfter(target.value)}
          />
        </div>
        <div role="status" className="min-h-12">
          {preview.data !== undefined && <Preview data={preview.data} />}
        </div>
        {preview.isError && <Failure error={preview.error} />}
        {save.isError && <Failure error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button submit kind="primary" disabled={!isReady} busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shows what the experiment would cost and find, before anything is saved. */
function Preview({ data: { answers, protocol, cost, power } }: { data: OutputOf<'previewExperiment'> }) {
  return (
    <Figures>
      <Figure name="Answers" figure={integer(answers)}>
        in {countWithNoun(protocol.clusters.length, 'cluster')}
      </Figure>
      <Figure name="Rounds to come" figure={cost.typicalUsd === null ? unknownMark : aboutDollars(cost.typicalUsd)}>
        {countWithNoun(cost.rounds, 'round')}
      </Figure>
      <Figure
        name="Detects 8 times in 10"
        figure={power.smallestEffect === null ? 'nothing' : `+${power.smallestEffect} points`}
      >
        {power.smallestEffect === null && 'Add clusters.'}
      </Figure>
    </Figures>
  );
}
