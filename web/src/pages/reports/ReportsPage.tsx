import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { shareMetric } from '../../../../src/domain/visibility/metrics.ts';
import { call } from '../../api/http.ts';
import { enginesQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import type { ReportFilters } from '../../api/reports.ts';
import { type SharedReport, sharedReportsQuery } from '../../api/sharingQueries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { download } from '../../format/files.ts';
import { bounds, countWithNoun, integer, percent, position, share, shareBounds } from '../../format/numbers.ts';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { periodOf, reportColumns, type SavedFile } from './reportColumns.tsx';
import { ShareLinks } from './ShareLinks.tsx';

/** Lists frozen reports to share, with the answers that every number counts. */
export function ReportsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find(({ id }) => id === siteId);
  const reports = useQuery(sharedReportsQuery(siteId));
  const engines = useQuery(enginesQuery).data;
  const { startDate, endDate, engine, model, tag, branded } = filters;
  const make = useMutation({
    mutationFn: () =>
      call(
        'createSharedReport',
        { websiteId: siteId, startDate, endDate, engine, model, tag, branded },
        { timeoutMs: 60_000 },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharedReportsQuery(siteId).queryKey }),
  });
  const [open, setOpen] = useState<{ report: SharedReport; dialog: 'links' | 'delete' } | null>(null);
  const save = useMutation({
    mutationFn: async ({ report, format }: SavedFile) => {
      const file = await call(
        'readSharedFile',
        { id: report.id, format, paper: defaultPaper() },
        { timeoutMs: 120_000 },
      );
      download(new Blob([bytesOf(file.base64)], { type: file.mediaType }), file.name);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: SharedReport) => call('deleteSharedReport', { id }),
    onSuccess: async () => {
      setOpen(null);
      await queryClient.invalidateQueries({ queryKey: sharedReportsQuery(siteId).queryKey });
    },
  });
  if (site === undefined) return null;
  return (
    <>
      <PageHead
        title="Reports"
        info="reports"
        filters={<FilterBar models={[]} />}
        primary={
          <Button forMembers kind="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Freeze this report
          </Button>
        }
      />
      <Current siteId={siteId} filters={filters} />
      {make.isError && <Failure error={make.error} />}
      {save.isError && <Failure error={save.error} />}
      {reports.isError && <Failure error={reports.error} retry={() => void reports.refetch()} />}
      {reports.data === undefined ? (
        !reports.isError && <Skeleton className="h-48" />
      ) : reports.data.length === 0 ? (
        <Empty title="No reports yet">
          Choose dates and freeze a report, then save it as HTML or PDF or share an expiring link.
        </Empty>
      ) : (
        <DataTable
          label="Frozen reports"
          name={`${site.domain}-reports`}
          noun="report"
          rows={reports.data}
          keyOf={({ id }) => id}
          searchText={(report) => `${periodOf(report)} ${report.engine} ${report.madeBy} ${report.digest}`}
          columns={reportColumns(engines, {
            saving: save.isPending ? save.variables : null,
            save: save.mutate,
            open: setOpen,
          })}
        />
      )}
      <Dialog
        open={open?.dialog === 'links'}
        onClose={() => setOpen(null)}
        title={`Links to the report ${open === null ? '' : periodOf(open.report)}`}
      >
        {open?.dialog === 'links' && <ShareLinks report={open.report} />}
      </Dialog>
      <ConfirmDialog
        of={open?.dialog === 'delete' ? open.report : null}
        title="Delete this frozen report?"
        act="Delete the report"
        change={remove}
        onClose={() => setOpen(null)}
      >
        All links to it stop working. Saved files and answers are not affected.
      </ConfirmDialog>
    </>
  );
}

/** Shows the numbers that a report frozen now would have. */
function Current({ siteId, filters }: { siteId: string; filters: ReportFilters }) {
  const { data, isError } = useQuery(overviewQuery(siteId, filters));
  if (data === undefined) return isError ? null : <Skeleton className="mb-3 h-12" />;
  const { visibilityScore: score, shareOfVoice: voice, averagePosition: place } = data;
  return (
    <Figures>
      <Figure name="Visibility" info="visibility" figure={percent(score.value)}>
        {bounds(score.interval95)} · {integer(score.numerator)}/{integer(score.denominator)}
      </Figure>
      <Figure name={shareMetric.label} info="shareOfVoice" figure={share(voice.value)}>
        {voice.interval95 !== null && `${shareBounds(voice.interval95)} · `}
        {integer(voice.numerator)}/{integer(voice.denominator)}
      </Figure>
      <Figure name="Position" info="position" figure={position(place.value)}>
        {countWithNoun(place.listed, 'answer')}
      </Figure>
    </Figures>
  );
}

/** Returns Letter where it is used, otherwise A4. */
function defaultPaper(): 'a4' | 'letter' {
  return /-(?:US|CA|MX|PH)\b/.test(navigator.language) ? 'letter' : 'a4';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
