import { describe, expect, it } from 'vitest';
import { botReport, judgeVisits, type VisitRow } from '../../../src/domain/crawlers/botReport.ts';
import { collectSitemapPages, sitemapReads, withSitemap } from '../../../src/domain/crawlers/sitemapReads.ts';

const visit = (more: Partial<VisitRow>): VisitRow => ({
  sourceId: 'logs_1',
  day: '2026-11-20',
  token: 'OAI-SearchBot',
  verdict: 'verified',
  method: 'address_list',
  listDigest: 'a',
  requestClass: 'content',
  statusClass: '2xx',
  path: '/faq',
  requests: 1,
  firstHour: '2026-11-20T09',
  lastHour: '2026-11-20T11',
  ...more,
});
const judged = (rows: Partial<VisitRow>[]) => judgeVisits(rows.map(visit), new Set());
const pages = ['/', '/faq', '/prices'].map((page) => ({ page, changedAt: null }));
const reads = (rows: Partial<VisitRow>[], isCovered = true) =>
  Object.fromEntries(
    sitemapReads(judged(rows), pages, { readAt: '2026-11-01T00:00:00.000Z', isCovered }).roles.map(
      ({ role, ...counts }) => [role, counts],
    ),
  );

it('a crawler’s first and last read are those of all its rows, in any order', () => {
  const hours = { firstHour: '2026-11-18T06', lastHour: '2026-11-18T07' };
  expect(botReport(judged([{}, { day: '2026-11-18', ...hours }]), 'bot')).toMatchObject([
    { firstReadAt: '2026-11-18T06:00:00.000Z', lastReadAt: '2026-11-20T11:00:00.000Z' },
  ]);
});

describe('pages of the sitemap', () => {
  it('are counted once by role, whichever crawler of the role read them and however often', () => {
    const rows = [
      { requests: 3 },
      { token: 'PerplexityBot', requests: 2 },
      { token: 'GPTBot', path: '/' },
      { path: '/not-in-it' },
    ];
    expect(reads(rows)).toEqual({
      search: { read: 1, refused: 0, neverRead: 2 },
      user: { read: 0, refused: 0, neverRead: null },
      training: { read: 1, refused: 0, neverRead: null },
    });
  });

  it('do not count as read by forgeries, unproven claims, refusals, redirects or requests for robots.txt', () => {
    const rows: Partial<VisitRow>[] = [
      { verdict: 'false_claim' },
      { verdict: 'unverifiable' },
      { verdict: 'uncovered' },
      { statusClass: '3xx' },
      { requestClass: 'robots.txt' },
      { requestClass: 'blocked', statusClass: '4xx', path: '/prices' },
    ];
    expect(reads(rows).search).toEqual({ read: 0, refused: 1, neverRead: null });
  });

  it('are not measured if no log covers the period', () => {
    expect(reads([], false).search).toEqual({ read: null, refused: null, neverRead: null });
  });

  it('count as never read only if the period is longer than twice the typical interval between reads', () => {
    expect(reads([{ path: '/faq' }, { path: '/' }]).search?.neverRead).toBeNull();
    expect(reads([{ path: '/faq', requests: 3 }, { path: '/' }]).search?.neverRead).toBe(1);
  });

  it('have the first read after the change that the sitemap states, within the period only', () => {
    const changed = (changedAt: string) => {
      const rows = judged([
        { firstHour: '2026-11-18T09', lastHour: '2026-11-18T09', day: '2026-11-18' },
        { firstHour: '2026-11-20T09', lastHour: '2026-11-20T11' },
      ]);
      const options = { startDate: '2026-11-15', isCovered: true };
      return withSitemap(botReport(rows, 'page'), rows, [{ page: '/faq', changedAt }], options)[0]?.sitemap
        ?.firstReadAfterAt;
    };
    expect(changed('2026-11-17T00:00:00.000Z')).toBe('2026-11-18T09:00:00.000Z');
    expect(changed('2026-11-19T00:00:00.000Z')).toBe('2026-11-20T09:00:00.000Z');
    expect(changed('2026-11-20T10:00:00.000Z')).toBe('2026-11-20T11:00:00.000Z');
    expect(changed('2026-11-21T00:00:00.000Z')).toBeNull();
    expect(changed('2026-11-01T00:00:00.000Z')).toBeNull();
  });

  it('that no crawler requested are listed, unless nothing was measured', () => {
    const rows = judged([{}]);
    const list = (isCovered: boolean) =>
      withSitemap(botReport(rows, 'page'), rows, pages, { startDate: '2026-11-01', isCovered }).map(({ key }) => key);
    expect(list(true)).toEqual(['/faq', '/', '/prices']);
    expect(list(false)).toEqual(['/faq']);
  });

  it('are saved once with the latest change that is not in the check’s future', () => {
    const entry = (loc: string, lastmod: string | null) => ({ loc, lastmod });
    const pageOf = (url: string) => (url.startsWith('https://a.example/') ? url.slice(17) : null);
    const entries = [
      entry('https://a.example/x', '2026-11-02'),
      entry('https://a.example/x', '2026-11-05T10:00:00+02:00'),
      entry('https://a.example/y', '2027-01-01'),
      entry('https://a.example/z', 'yesterday'),
      entry('https://b.example/x', null),
    ];
    expect(collectSitemapPages(entries, pageOf, '2026-11-24T00:00:00.000Z')).toEqual([
      { page: '/x', changedAt: '2026-11-05T08:00:00.000Z' },
      { page: '/y', changedAt: null },
      { page: '/z', changedAt: null },
    ]);
  });
});

it('reads by day are not comparable with the previous day if the source or the address list changed', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
  const rows = judged([
    { day: days[0] as string },
    { day: days[1] as string },
    { day: days[2] as string, listDigest: 'b' },
    { day: days[3] as string, listDigest: 'b', sourceId: 'logs_2' },
  ]);
  expect(botReport(rows, 'day').map(({ key, isComparable }) => [key, isComparable])).toEqual([
    [days[0], true],
    [days[1], true],
    [days[2], false],
    [days[3], false],
  ]);
});
