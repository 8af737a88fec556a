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
import { Row } from '../../ui/Rows.tsx';

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
  const label = `Google’s generative answers: ${foreign(site.name)}`;
  return (
    <Row
      name={
        <span className="flex items-center gap-1.5">
          <span>Google’s generative answers</span>
          <Info of="googleAiControl" label={label} />
        </span>
      }
      state={
        <span className={`flex flex-wrap items-center gap-x-3 ${control === undefined ? 'invisible' : ''}`}>
          <Choice
            hideLabel
            label={label}
            value={change.isPending ? (change.variables ?? 'unknown') : (control?.setting ?? 'unknown')}
            options={settings}
            onChange={(value) => change.mutate(value === 'unknown' ? null : value)}
          />
          {control != null && (
            <span className="truncate">
              <bdi>{control.saidBy}</bdi>, <Time iso={control.saidAt} />
            </span>
          )}
        </span>
      }
    >
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {change.isError && <Failure error={change.error} />}
    </Row>
  );
}
