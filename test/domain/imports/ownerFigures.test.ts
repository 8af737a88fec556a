import { expect, it } from 'vitest';
import type { OwnerImport } from '../../../src/domain/imports/ownerImport.ts';
import { ownerQueries } from '../../../src/domain/imports/ownerQueries.ts';
import { figuresBySubject, type ReportFigure } from '../../../src/domain/imports/ownerReport.ts';

it('the position of a page with two rows is weighted by their impressions', () => {
  const files = [{ id: 'import_1', kind: 'gsc_performance' } as unknown as OwnerImport];
  const row = (impressions: number, position: number): ReportFigure =>
    ({ importId: 'import_1', page: '/', detail: '', figures: { impressions, position } }) as unknown as ReportFigure;
  const sums = figuresBySubject(files, [row(30, 2), row(10, 6)], ({ page }) => page);
  expect(Object.values(sums.get('/') ?? {})).toEqual([{ impressions: 40, position: 3 }]);
});

it.each([
  ['  best CRM for  agencies ', { id: 'question_1', match: 'same_text' }],
  ['agencies: best crm for', { id: 'question_1', match: 'same_words' }],
  ['best crm', null],
])('the query %j of the owner’s file belongs to %j', (query, question) => {
  const saved = [{ id: 'question_1', query: 'Best CRM for agencies' }];
  expect(ownerQueries(new Map([[query, {}]]), saved, [])).toMatchObject([{ question }]);
});
