import { useMutation, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { googleAiControlQuery, queryClient } from '../../api/queries.ts';
import { Time } from '../../format/times.tsx';
import { Choice } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Info } from '../../ui/Info.tsx';
import { Failure } from '../../ui/Notice.tsx';

type GoogleAiSetting = NonNullable<OutputOf<'readGoogleAiControl'>['control']>['setting'];

const settings: { value: GoogleAiSetting | 'unknown'; label: string }[] = [
  { value: 'unknown', label: 'Not stated' },
  { value: 'included', label: 'Included' },
  { value: 'excluded', label: 'Excluded' },
];

/** Form for the owner's statement about a Search Console control that is not visible from outside. */
export function GoogleAiControl({ site }: { site: Website }) {
  const query = googleAiControlQuery(site.id);
  const read = useQuery(query);
  const control = read.data;
  const change = useMutation({
    mutationFn: (setting: GoogleAiSetting | null) => call('changeGoogleAiControl', { id: site.id, setting }),
    onSuccess: (answer) => queryClient.setQueryData(query.queryKey, answer.control),
  });
  return (
    <div className="min-w-0 text-small screen-only">
      <div className={`flex flex-wrap items-center gap-x-2 ${control === undefined ? 'invisible' : ''}`}>
        <span aria-hidden>Google’s generative answers</span>
        <Info of="googleAiControl" label={`Google’s generative answers: ${foreign(site.name)}`} />
        <Choice
          hideLabel
          label={`Google’s generative answers: ${foreign(site.name)}`}
          value={change.isPending ? (change.variables ?? 'unknown') : (control?.setting ?? 'unknown')}
          options={settings}
          onChange={(value) => change.mutate(value === 'unknown' ? null : value)}
        />
        {control != null && (
          <span className="truncate text-soft">
            <bdi>{control.saidBy}</bdi>, <Time iso={control.saidAt} />
          </span>
        )}
      </div>
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {change.isError && <Failure error={change.error} />}
    </div>
  );
}
