import { invalidField } from '../../domain/errors.ts';
import { countedMetricIds } from '../../domain/visibility/metrics.ts';
import { queryReport } from '../../services/visibility/queryReport.ts';
import { operationsOf } from '../operation.ts';
import { assertInOrder, filterOf, periodOfEngine } from './query.ts';

const define = operationsOf('Visibility');

export const queryReportOperation = define.read('queryReport', {
  mayLag: true,
  summary: 'Any metrics, by time, engine, question, source, rival or tag',
  description:
    'One table: chosen metrics in columns, one row per group of answers, with counts and intervals, for every engine separately. Reads saved open-web observations and never starts a task.',
  tool: {
    title: 'Query a report',
    description: 'One table of chosen metrics by day, week, month, engine, question, source, rival or tag.',
    takes: [...periodOfEngine, 'by', 'metrics', 'compareWith', 'limit'],
    defaults: { limit: 10 },
    words: { engine: 'One engine (list_engines), or `each`.' },
    brief: ['website.id', 'columns.of'],
    rarelyNeeded: true,
  },
  async run(ctx, { query }) {
    const { startDate = null, endDate = null, engine = null, compareWith = null, ...rest } = query;
    assertInOrder(startDate, endDate);
    const request = { ...rest, startDate, endDate, engine, compareWith, questions: filterOf(query) };
    return await queryReport(ctx, { ...request, metrics: metricsOf(query.metrics) });
  },
});

/** @throws invalid_request */
function metricsOf(text = countedMetricIds.join(',')): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))];
  const unknown = ids.find((id) => !countedMetricIds.includes(id));
  if (unknown !== undefined)
    throw invalidField('metrics', `has an unknown id; the ids are ${countedMetricIds.join(', ')}`);
  return ids;
}
