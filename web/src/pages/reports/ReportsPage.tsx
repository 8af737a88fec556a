import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { enginesQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { type SharedReport, sharedReportsQuery } from '../../api/sharingQueries.ts';
import { formatLabel } from '../../engines/engineWords.ts';
import { download } from '../../format/files.ts';
import { day, Time } from '../../format/times.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { ShareLinks } from './ShareLinks.tsx';

/** Lists frozen reports to share, with the answers that every number counts. */
export function ReportsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find(({ id }) => id === siteId);
  const reports = useQuery(sharedReportsQuery(siteId));
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
      {make.isError && <Failure error={make.error} />}
      <Section title="Frozen reports">
        {reports.isError && <Failure error={reports.error} retry={() => void reports.refetch()} />}
        {reports.data === undefined ? (
          !reports.isError && <Skeleton className="h-48" />
        ) : reports.data.length === 0 ? (
          <p className="measure text-soft">
            No reports yet. Choose dates and freeze a report, then save it as HTML or PDF or share an expiring link.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {reports.data.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function ReportRow({ report }: { report: SharedReport }) {
  const engines = useQuery(enginesQuery).data;
  const [open, setOpen] = useState<'links' | 'delete' | null>(null);
  const save = useMutation({
    mutationFn: async (format: 'html' | 'pdf') => {
      const file = await call(
        'readSharedFile',
        { id: report.id, format, paper: defaultPaper() },
        { timeoutMs: 120_000 },
      );
      download(new Blob([bytesOf(file.base64)], { type: file.mediaType }), file.name);
    },
  });
  const remove = useMutation({
    mutationFn: () => call('deleteSharedReport', { id: report.id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharedReportsQuery(report.websiteId).queryKey }),
  });
  const period = periodOf(report);
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <span className="min-w-0">
          <span className="font-medium">{period}</span>
          <span className="text-soft">
            , {formatLabel(engines, report.engine)}
            {report.model !== null && `, ${report.model}`}
          </span>
          <span className="block text-small text-soft">
            frozen by <bdi>{report.madeBy}</bdi>, <Time iso={report.createdAt} /> · evidence{' '}
            <code className="font-mono" title={report.digest}>
              {report.digest.slice(0, 12)}
            </code>
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          <Button
            small
            busy={save.isPending && save.variables === 'html'}
            onClick={() => save.mutate('html')}
            aria-label={`Save as HTML: ${period}`}
          >
            HTML
          </Button>
          <Button
            small
            busy={save.isPending && save.variables === 'pdf'}
            onClick={() => save.mutate('pdf')}
            aria-label={`Save as PDF: ${period}`}
          >
            PDF
          </Button>
          <Button small onClick={() => setOpen('links')} aria-label={`Links: ${period}`}>
            Links…
          </Button>
          <Button forMembers small kind="quiet" onClick={() => setOpen('delete')} aria-label={`Delete: ${period}`}>
            Delete
          </Button>
        </span>
      </div>
      {save.isError && <Failure error={save.error} />}
      <Dialog open={open === 'links'} onClose={() => setOpen(null)} title={`Links to the report ${period}`}>
        {open === 'links' && <ShareLinks report={report} />}
      </Dialog>
      <Dialog open={open === 'delete'} onClose={() => setOpen(null)} title="Delete this frozen report?">
        <p>All links to it stop working. Saved files and answers are not affected.</p>
        {remove.isError && <Failure error={remove.error} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setOpen(null)}>Cancel</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete the report
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

function periodOf({ startDate, endDate, createdAt }: SharedReport): string {
  if (startDate === null && endDate === null) return `All dates up to ${day(createdAt)}`;
  return `${startDate === null ? 'Up' : day(startDate)} to ${day(endDate ?? createdAt)}`;
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
