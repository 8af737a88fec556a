import type { SeoReport } from '../../../../src/contract/wireTypes.ts';
import { Time } from '../../format/times.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { formatCost } from './SeoReport.tsx';

/** Returns the columns of saved overviews. @param current the one shown above @param choose shows another */
export function overviewColumns(
  current: SeoReport | undefined,
  choose: (reportId: string) => void,
): Column<SeoReport>[] {
  return [
    {
      id: 'domain',
      name: 'Domain',
      value: ({ domain }) => domain,
      file: { Domain: ({ domain }) => domain, Report: ({ reportId }) => reportId },
      cell: (report) => (
        <button
          type="button"
          aria-current={report === current || undefined}
          onClick={() => choose(report.reportId)}
          className="one-line min-h-6 text-left hover:underline aria-[current]:font-medium"
        >
          <bdi>{report.domain}</bdi>
        </button>
      ),
    },
    {
      id: 'state',
      name: 'State',
      from: 'sm',
      value: ({ state }) => state,
      cell: ({ state }) => (state === 'pending' ? 'pending' : 'complete'),
    },
    {
      id: 'requested',
      name: 'Requested',
      value: ({ requestedAt }) => requestedAt,
      file: {
        'Requested (UTC)': ({ requestedAt }) => requestedAt,
        'Completed (UTC)': ({ completedAt }) => completedAt,
      },
      cell: ({ requestedAt }) => <Time iso={requestedAt} />,
    },
    {
      id: 'cost',
      name: 'Cost',
      right: true,
      value: ({ costUsd }) => costUsd,
      file: { 'Cost USD': ({ costUsd }) => costUsd },
      cell: (report) => formatCost(report, report.costUsd),
    },
  ];
}
