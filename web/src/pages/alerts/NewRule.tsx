import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type AlertKind, alertKinds, kindOf } from '../../../../src/domain/alerts/alertKinds.ts';
import {
  type AlertRule,
  alertDestinationsQuery,
  alertPreviewQuery,
  alertsQueryKey,
  type PreviewInput,
} from '../../api/alertQueries.ts';
import { call } from '../../api/http.ts';
import { enginesQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { PreviewList } from './PreviewList.tsx';

const any = '';
type Days = NonNullable<PreviewInput['periodDays']>;

/** Form for an alert rule: its condition, subject and destinations, with a preview of past alerts. */
export function NewRule({ onClose }: { onClose(): void }) {
  const sites = useQuery(sitesQuery).data ?? [];
  const engines = useQuery(enginesQuery).data ?? [];
  const destinations = useQuery(alertDestinationsQuery).data ?? [];
  const [kind, setKind] = useState<AlertKind>('visibility_change');
  const [name, setName] = useState('');
  const [siteChoice, setSiteChoice] = useState<string | null>(null);
  const [engine, setEngine] = useState(any);
  const [days, setDays] = useState<`${Days}`>('7');
  const [direction, setDirection] = useState<AlertRule['direction']>('both');
  const [selection, setChosen] = useState<readonly string[] | null>(null);
  const destinationIds = selection ?? destinations.map(({ id }) => id);
  const { website, takesEngine, takesPeriod, comparesAnswers } = kindOf(kind);
  const mustName = website === 'needed';
  const siteId = website !== 'none' ? (siteChoice ?? (mustName ? (sites[0]?.id ?? any) : any)) : any;
  const subject: PreviewInput | null =
    mustName && siteId === any
      ? null
      : {
          kind,
          ...(siteId === any ? {} : { websiteId: siteId }),
          ...(takesEngine && engine !== any ? { engine } : {}),
          ...(takesPeriod ? { periodDays: Number(days) as Days, direction } : {}),
        };
  const preview = useQuery(alertPreviewQuery(subject));
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (about: PreviewInput) =>
      call('createAlertRule', { ...about, name: name.trim(), destinationIds: [...destinationIds] }),
    onSuccess: async ({ rule }) => {
      await queryClient.invalidateQueries({ queryKey: alertsQueryKey });
      await navigate({ to: '/alerts/$ruleId', params: { ruleId: rule.id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (subject !== null) save.mutate(subject);
  };
  const siteOptions = sites.map((site) => ({ value: site.id, label: site.name }));
  return (
    <form onSubmit={submit} className="grid gap-5">
      <Choice<AlertKind>
        label="Event"
        value={kind}
        onChange={setKind}
        options={alertKinds.map((value) => ({ value, label: kindOf(value).label }))}
      />
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={80}
        placeholder="Acme, week against week"
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {website !== 'none' && (
          <Choice
            label="Website"
            value={siteId}
            onChange={setSiteChoice}
            options={mustName ? siteOptions : [{ value: any, label: 'Any' }, ...siteOptions]}
          />
        )}
        {takesEngine && (
          <Choice
            label="Engine"
            value={engine}
            onChange={setEngine}
            options={[
              { value: any, label: comparesAnswers ? 'Declared engine' : 'Any' },
              ...engines.filter(({ state }) => state === 'ready').map(({ id, label }) => ({ value: id, label })),
            ]}
          />
        )}
        {takesPeriod && (
          <>
            <Choice<`${Days}`>
              label="Compare"
              value={days}
              onChange={setDays}
              options={[
                { value: '7', label: 'Weeks' },
                { value: '14', label: 'Two weeks each' },
                { value: '28', label: 'Four weeks each' },
                { value: '1', label: 'Days' },
              ]}
            />
            <Choice<AlertRule['direction']>
              label="Changes"
              value={direction}
              onChange={setDirection}
              options={[
                { value: 'both', label: 'Increases and decreases' },
                { value: 'decrease', label: 'Decreases' },
                { value: 'increase', label: 'Increases' },
              ]}
            />
          </>
        )}
      </div>
      <DestinationChoice chosen={destinationIds} onChange={setChosen} />
      <section aria-label="Preview" className="rounded-box border border-line bg-sunken px-4 py-3">
        {preview.isError ? (
          <Failure error={preview.error} />
        ) : preview.data == null ? (
          <p className="text-soft">{subject === null ? 'Choose a website.' : 'Reading the last ninety days…'}</p>
        ) : (
          <PreviewList preview={preview.data} />
        )}
      </section>
      {save.isError && <Failure error={save.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" busy={save.isPending} disabled={subject === null || name.trim() === ''}>
          Save the rule
        </Button>
      </div>
    </form>
  );
}

type ChoiceProps = { chosen: readonly string[]; onChange(ids: readonly string[]): void; hideLegend?: boolean };

export function DestinationChoice({ chosen, onChange, hideLegend = false }: ChoiceProps) {
  const isViewer = useIsViewer();
  const destinations = useQuery(alertDestinationsQuery).data ?? [];
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-1 font-medium text-small'}>Send to</legend>
      {destinations.length === 0 ? (
        <p className="text-small text-soft">No destinations yet. Alerts appear only in the log.</p>
      ) : (
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {destinations.map(({ id, name }) => (
            <label key={id} className="flex items-start gap-2.5">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={isViewer}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
                className="mt-1.5 size-4"
              />
              <bdi className="min-w-0 break-words">{name}</bdi>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
