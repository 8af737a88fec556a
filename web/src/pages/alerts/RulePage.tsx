import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { kindOf } from '../../../../src/domain/alerts/alertKinds.ts';
import { type AlertRule, alertPreviewQuery, alertRuleQuery, alertsQueryKey } from '../../api/alertQueries.ts';
import { call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { day, Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { AlertLog } from './AlertLog.tsx';
import { previewInput, rulePowerText, subjectText } from './alertWords.ts';
import { DestinationChoice } from './NewRule.tsx';
import { PreviewList } from './PreviewList.tsx';

const verdictWords = {
  increase: 'an increase',
  decrease: 'a decrease',
  no_detectable_change: 'no detectable change',
  insufficient_data: 'too few answers to compare',
  not_comparable: 'not comparable',
} as const;

/** One rule: the smallest change it can detect, its preview and its alerts. */
export function RulePage() {
  const { ruleId } = useParams({ from: '/inside/alerts/$ruleId' });
  const read = useQuery(alertRuleQuery(ruleId));
  const sites = useQuery(sitesQuery).data ?? [];
  const preview = useQuery(alertPreviewQuery(read.data === undefined ? null : previewInput(read.data.rule)));
  if (read.isError && read.data === undefined) {
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  }
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { rule, power, looks } = read.data;
  return (
    <>
      <PageHead
        title={rule.name}
        parent={
          <Link to="/alerts" className="hover:underline">
            Alerts
          </Link>
        }
        actions={<Acts rule={rule} />}
      >
        {`${rule.enabled ? '' : 'Off. '}${kindOf(rule.kind).label} · ${subjectText(rule, new Map(sites.map(({ id, name }) => [id, name])))}`}
      </PageHead>
      {power !== null && (
        <Section title="Detectable change">
          <p className="measure">{rulePowerText(power)}</p>
        </Section>
      )}
      <Section title="Preview" info="alertPreview">
        {preview.isError ? (
          <Failure error={preview.error} retry={() => void preview.refetch()} />
        ) : preview.data == null ? (
          <Skeleton className="h-24" />
        ) : (
          <PreviewList preview={preview.data} withPower={false} />
        )}
      </Section>
      <Section title="Destinations">
        <Receivers rule={rule} />
      </Section>
      {looks.length > 0 && (
        <Section title="Periods" info="alertPeriods">
          <ol className="divide-y divide-line border-line border-y text-small">
            {looks.map((look) => (
              <li key={look.periodEnd} className="grid gap-x-6 py-1.5 sm:grid-cols-[12rem_1fr_auto]">
                <span>up to {day(look.periodEnd)}</span>
                <span>
                  {verdictWords[look.verdict]}
                  <span className="text-soft">
                    , {look.paired} paired{look.p !== null && `, p ${Number(look.p.toPrecision(2))}`}
                  </span>
                </span>
                <span className="text-soft">
                  <Time iso={look.lookedAt} />
                </span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Section title="Alerts sent">
        <AlertLog ruleId={rule.id} />
      </Section>
    </>
  );
}

function Receivers({ rule }: { rule: AlertRule }) {
  const change = useMutation({
    mutationFn: (destinationIds: readonly string[]) =>
      call('changeAlertRule', { id: rule.id, destinationIds: [...destinationIds] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQueryKey }),
  });
  return (
    <>
      <DestinationChoice
        chosen={change.variables ?? rule.destinationIds}
        onChange={(ids) => change.mutate(ids)}
        hideLegend
      />
      {change.isError && <Failure error={change.error} />}
    </>
  );
}

function Acts({ rule }: { rule: AlertRule }) {
  const navigate = useNavigate();
  const act = useMutation({
    mutationFn: async (what: 'switch' | 'end') => {
      if (what === 'switch') await call('changeAlertRule', { id: rule.id, enabled: !rule.enabled });
      else {
        await call('archiveAlertRule', { id: rule.id });
        await navigate({ to: '/alerts' });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsQueryKey }),
  });
  const isBusy = (what: typeof act.variables) => act.isPending && act.variables === what;
  return (
    <>
      <Button forMembers busy={isBusy('switch')} onClick={() => act.mutate('switch')}>
        {rule.enabled ? 'Turn off' : 'Turn on'}
      </Button>
      <Button forMembers kind="quiet" busy={isBusy('end')} onClick={() => act.mutate('end')}>
        Delete rule
      </Button>
      {act.isError && <Failure error={act.error} />}
    </>
  );
}
