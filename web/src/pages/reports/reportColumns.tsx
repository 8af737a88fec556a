import type { Engine } from '../../api/queries.ts';
import type { SharedReport } from '../../api/sharingQueries.ts';
import { formatLabel, shortNames } from '../../engines/engineWords.ts';
import { day, Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';

export type SavedFile = { report: SharedReport; format: 'html' | 'pdf' };

type Actions = {
  /** File that is being created. */
  saving: SavedFile | null;
  save(file: SavedFile): void;
  open(choice: { report: SharedReport; dialog: 'links' | 'delete' }): void;
};

/** Returns the columns of frozen reports, with the buttons of each. */
export function reportColumns(engines: readonly Engine[] | undefined, actions: Actions): Column<SharedReport>[] {
  const names = shortNames(engines ?? []);
  const engineOf = ({ engine, model }: SharedReport): string =>
    `${names.get(engine) ?? engine}${model === null ? '' : `, ${model}`}`;
  return [
    {
      id: 'period',
      name: 'Period',
      value: periodOf,
      cell: (report) => <span className="one-line font-medium">{periodOf(report)}</span>,
    },
    {
      id: 'engine',
      name: 'Engine',
      from: 'md',
      value: engineOf,
      cell: (report) => (
        <span className="block max-w-48 truncate" title={formatLabel(engines, report.engine)}>
          {engineOf(report)}
        </span>
      ),
    },
    {
      id: 'frozen',
      name: 'Frozen',
      from: 'sm',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time iso={createdAt} age />,
    },
    {
      id: 'by',
      name: 'By',
      from: 'lg',
      value: ({ madeBy }) => madeBy,
      cell: ({ madeBy }) => <bdi className="block max-w-40 truncate text-soft">{madeBy}</bdi>,
    },
    {
      id: 'evidence',
      name: 'Evidence',
      from: 'lg',
      value: ({ digest }) => digest,
      cell: ({ digest }) => (
        <code className="font-mono text-soft" title={digest}>
          {digest.slice(0, 12)}
        </code>
      ),
    },
    {
      id: 'actions',
      name: 'Actions',
      from: 'sm',
      controls: true,
      cell: (report) => <ReportActions report={report} {...actions} />,
    },
  ];
}

function ReportActions({ report, saving, save, open }: Actions & { report: SharedReport }) {
  const period = periodOf(report);
  return (
    <span className="flex gap-1">
      {(['html', 'pdf'] as const).map((format) => (
        <Button
          key={format}
          small
          kind="quiet"
          busy={saving?.report.id === report.id && saving.format === format}
          onClick={() => save({ report, format })}
          aria-label={format === 'html' ? `Save as HTML: ${period}` : `Save as PDF: ${period}`}
        >
          {format === 'html' ? 'HTML' : 'PDF'}
        </Button>
      ))}
      <Button small kind="quiet" onClick={() => open({ report, dialog: 'links' })} aria-label={`Links: ${period}`}>
        Links…
      </Button>
      <Button
        forMembers
        small
        kind="quiet"
        onClick={() => open({ report, dialog: 'delete' })}
        aria-label={`Delete: ${period}`}
      >
        Delete
      </Button>
    </span>
  );
}

export function periodOf({ startDate, endDate, createdAt }: SharedReport): string {
  if (startDate === null && endDate === null) return `All dates up to ${day(createdAt)}`;
  return `${startDate === null ? 'Up' : day(startDate)} to ${day(endDate ?? createdAt)}`;
}
