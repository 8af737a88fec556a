import { z } from 'zod';
import { divisionIds } from '../../domain/visibility/query/divisions.ts';
import type { QueriedRow, ReportCell, ReportColumn } from '../../domain/visibility/query/runQuery.ts';
import { sameShape } from '../sameShape.ts';
import { count, interval, listOf, questionKindsSchema, reportHead } from './parts.ts';
import { leftOutSchema } from './sideBySide.ts';

const { website, window, simulated } = reportHead;

const columnSchema = sameShape<ReportColumn>()(
  z
    .strictObject({
      id: z.string(),
      label: z.string(),
      unit: z.enum(['percent', 'fraction', 'position']),
      of: z.string().meta({ description: 'Short description.' }),
    })
    .meta({ id: 'ReportColumn' }),
);

const cellSchema = sameShape<ReportCell>()(
  z
    .strictObject({
      value: z.number().nullable().meta({ description: 'In the unit of the column; null when unmeasured.' }),
      interval,
      part: count.nullable(),
      whole: count.nullable(),
      previous: z.number().nullable().meta({ description: 'Value in the previous period.' }),
    })
    .meta({ id: 'ReportCell' }),
);

const rowSchema = sameShape<QueriedRow>()(
  z
    .strictObject({
      engine: z.string(),
      key: z.string().meta({ description: 'Day, id or domain of the row; empty without a grouping.' }),
      label: z.string(),
      answers: count,
      cells: z.array(cellSchema).meta({ description: 'One per column, in order.' }),
      runIds: z.array(z.string()).max(20).meta({ description: 'At most 20; `totalRunIds` counts all.' }),
      totalRunIds: count,
    })
    .meta({ id: 'ReportRow' }),
);

/** Report of any metrics in one grouping. */
export const queriedReportSchema = z
  .strictObject({
    head: z.strictObject({
      website,
      window,
      previousWindow: window.nullable(),
      by: z.enum(divisionIds),
      simulated,
      questionKinds: questionKindsSchema,
      engines: z.array(z.strictObject({ engine: z.string(), label: z.string() })),
      leftOut: z.array(leftOutSchema),
    }),
    columns: z.array(columnSchema),
    rows: listOf(rowSchema),
    notes: z.array(z.string()),
  })
  .meta({ id: 'QueriedReport' });
