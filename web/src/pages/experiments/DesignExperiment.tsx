import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { plansQuery } from '../../api/planQueries.ts';
import { enginesQuery } from '../../api/queries.ts';
import { experimentsChanged, type WorkItem } from '../../api/workQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { integer } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
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
    websiteId: siteId,
    planId: plan?.id ?? '',
    engine,
    hypothesis: hypothesis.trim() || name.trim(),
    roundsAfter: Number(roundsAfter),
    ...(offer === null ? {} : { chosenOnRuns: offer.chosenOnRuns }),
  });
  const preview = useMutation({ mutationFn: () => call('previewExperiment', draft()) });
  const save = useMutation({
    mutationFn: () => call('createExperiment', { ...draft(), name: name.trim() }),
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
        <Choice label="Plan" value={plan?.id ?? ''} onChoose={setPlanId} of={plans.map(({ id, name }) => [id, name])} />
        <Choice
          label="Engine"
          value={engine}
          onChoose={chooseEngine}
          of={(plan?.engines ?? []).map((id) => [id, shortNames(engines).get(id) ?? id])}
        />
        <Field
          label="Rounds after the change"
          type="number"
          min={2}
          max={26}
          value={roundsAfter}
          onChange={({ target }) => setRoundsAfter(target.value)}
        />
        {preview.data !== undefined && (
          <p className="text-small" role="status">
            {integer(preview.data.answers)} answers in {preview.data.protocol.clusters.length} clusters;{' '}
            {preview.data.cost.typicalUsd === null
              ? 'no price is known'
              : `about $${preview.data.cost.typicalUsd.toFixed(2)} for ${preview.data.cost.rounds} rounds to come`}
            .{' '}
            {preview.data.power.smallestEffect === null
              ? 'Too small to detect any change: add clusters.'
              : `It finds +${preview.data.power.smallestEffect} points 8 times in 10.`}
          </p>
        )}
        {preview.isError && <Failure error={preview.error} />}
        {save.isError && <Failure error={save.error} />}
        <div className="flex gap-2">
          <Button small disabled={!isReady} busy={preview.isPending} onClick={() => preview.mutate()}>
            Preview
          </Button>
          <Button submit kind="primary" small disabled={!isReady} busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ChoiceProps = { label: string; value: string; onChoose(value: string): void; of: readonly [string, string][] };

function Choice({ label, value, onChoose, of }: ChoiceProps) {
  return (
    <label className="grid gap-1.5 text-small font-medium">
      {label}
      <select className="field" value={value} onChange={({ target }) => onChoose(target.value)}>
        {of.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
