import { type RankCorrelation, rankCorrelation } from '../statistics/rankCorrelation.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { type Figures, type ImportMetric, importMetricList, type OwnerFigure } from './importKind.ts';
import { importKindOf } from './importKinds.ts';
import type { OwnerImport } from './ownerImport.ts';

/** A saved figure with its import and, for pages, the page's canonical spelling. */
export type ReportFigure = OwnerFigure & { importId: string; page: string | null };

export type FigureSource = ReturnType<typeof figureSources>[number];

/** Visits in a table with page and source are only those of assistants. */
const deriveSourceId = (kind: string, { detail }: OwnerFigure): string =>
  kind === 'ga4' && detail !== '' ? 'ga4-assistants' : kind;

/**
 * Lists the origins of figures: file, days, number of rows, and the limits of what the vendor counts. Rows refer to the
 * id: the kind, or the kind and a restriction of its figures.
 */
export function figureSources(imports: readonly OwnerImport[], figures: readonly ReportFigure[]) {
  return imports.flatMap((owned) => {
    const { id: importId, kind, name, digest, startDate, endDate } = owned;
    const { label, vendor, days, caveat } = importKindOf(kind);
    const own = figures.filter((figure) => figure.importId === importId);
    const rows = Map.groupBy(own, (figure) => deriveSourceId(kind, figure));
    return [...rows].map(([id, ofSource]) => ({
      ...{ id, importId, vendor, name, digest, startDate, endDate, days, caveat },
      label: id === kind ? label : `${label}, assistants`,
      rows: ofSource.length,
    }));
  });
}

/** Figures of one subject by source: vendors are never added to each other. */
export type FiguresBySource = Record<string, Figures>;

/**
 * Sums rows of one subject and source, such as a page with and without `www`; positions are weighted by impressions.
 */
export function figuresBySubject(
  imports: readonly OwnerImport[],
  figures: readonly ReportFigure[],
  subjectOf: (figure: ReportFigure) => string | null,
): Map<string, FiguresBySource> {
  const kinds = new Map(imports.map(({ id, kind }) => [id, kind]));
  const subjects = new Map<string, FiguresBySource>();
  for (const figure of figures) {
    const [kind, subject] = [kinds.get(figure.importId), subjectOf(figure)];
    if (kind === undefined || subject === null) continue;
    const sources = subjects.get(subject) ?? {};
    const id = deriveSourceId(kind, figure);
    sources[id] = buildSum(sources[id] ?? {}, figure.figures);
    subjects.set(subject, sources);
  }
  return subjects;
}

function buildSum(a: Figures, b: Figures): Figures {
  const sum: Partial<Record<ImportMetric, number | null>> = {};
  for (const metric of importMetricList) {
    const [first, second] = [a[metric] ?? null, b[metric] ?? null];
    if (first === null && second === null) continue;
    sum[metric] = (first ?? 0) + (second ?? 0);
    if (metric !== 'position' || first === null || second === null) continue;
    const [weight, secondWeight] = [a.impressions ?? 0, b.impressions ?? 0];
    const weights = weight + secondWeight;
    sum[metric] = weights === 0 ? null : (first * weight + second * secondWeight) / weights;
  }
  return sum;
}

/** Our own records of pages, by each page's canonical spelling. */
export type OwnRecords = {
  /** From the newest website check: false if a gate fails. Pages that the check did not visit are absent. */
  mayBeRead: ReadonlyMap<string, boolean>;
  /** Verified reads; null if no log covers the period. */
  reads: ReadonlyMap<string, { reads: number; lastReadAt: string | null }> | null;
  /** Minimum number of visits from assistants, from logs; null if no log covers the period. */
  visits: ReadonlyMap<string, number> | null;
  /** Number of answers, out of `answers`, that cite a page; null if no question has an answer. */
  cited: ReadonlyMap<string, number> | null;
};

export type OwnerPage = ReturnType<typeof ownerPages>[number];

/**
 * Builds one row for each page in a website check, a record or a vendor's file, most cited first. A page that a vendor
 * does not list is unknown to it, not zero.
 */
export function ownerPages(figures: ReadonlyMap<string, FiguresBySource>, own: OwnRecords) {
  const pages = new Set([
    ...figures.keys(),
    ...own.mayBeRead.keys(),
    ...(own.reads?.keys() ?? []),
    ...(own.visits?.keys() ?? []),
    ...(own.cited?.keys() ?? []),
  ]);
  const rows = [...pages].map((page) => ({
    page,
    mayBeRead: own.mayBeRead.get(page) ?? null,
    reads: own.reads === null ? null : (own.reads.get(page)?.reads ?? 0),
    lastReadAt: own.reads?.get(page)?.lastReadAt ?? null,
    cited: own.cited === null ? null : (own.cited.get(page) ?? 0),
    loggedVisits: own.visits === null ? null : (own.visits.get(page) ?? 0),
    figures: figures.get(page) ?? {},
  }));
  const weight = ({ figures: own }: (typeof rows)[number]): number =>
    Math.max(
      0,
      ...Object.values(own).map(({ citations, impressions, visits }) => citations ?? impressions ?? visits ?? 0),
    );
  return rows.toSorted(
    (a, b) =>
      (b.cited ?? 0) - (a.cited ?? 0) ||
      weight(b) - weight(a) ||
      (b.reads ?? 0) - (a.reads ?? 0) ||
      codeUnitOrder(a.page, b.page),
  );
}

export type RankAgreement = RankCorrelation & { source: string; metric: ImportMetric };

/**
 * Computes rank correlations of our citations with a vendor's figures, over the pages that the vendor lists. Other
 * pages are unknown and left out. Null without answers of our own.
 */
export function rankAgreements(rows: readonly OwnerPage[]): RankAgreement[] {
  const targets: readonly (readonly [source: string, metric: ImportMetric])[] = [
    ['bing-ai', 'citations'],
    ['search-console-ai', 'impressions'],
    ['search-console', 'impressions'],
  ];
  return targets.flatMap(([source, metric]) => {
    const pairs = rows.flatMap(({ cited, figures }): [number, number][] => {
      const value = figures[source]?.[metric] ?? null;
      return cited === null || value === null ? [] : [[cited, value]];
    });
    return pairs.length === 0 ? [] : [{ source, metric, ...rankCorrelation(pairs) }];
  });
}

/** Daily figures of one vendor; the figures within one part are comparable. */
type DayPart = { days: { date: string; importId: string; figures: Figures }[] };
export type DaySeries = { source: FigureSource; parts: DayPart[] };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Groups figures by day: of several files of a kind the newest one counts for each day. A part ends at a missing day,
 * and where impressions are not comparable with those of the previous day.
 */
export function daySeries(imports: readonly OwnerImport[], figures: readonly ReportFigure[]): DaySeries[] {
  const byImport = Map.groupBy(figures, ({ importId }) => importId);
  const byKind = Map.groupBy(imports, ({ kind }) => kind);
  return [...byKind.values()].flatMap((ofKind) => {
    const [newest] = ofKind;
    // Newest first; of equal keys a map keeps the last.
    const own = ofKind.flatMap(({ id }) => byImport.get(id) ?? []).toReversed();
    const days = new Map(own.map((figure) => [figure.key, figure]));
    const [source] = newest === undefined ? [] : figureSources([newest], figures);
    if (source === undefined) return [];
    return [{ source, parts: partsOf([...days.values()].toSorted((a, b) => codeUnitOrder(a.key, b.key))) }];
  });
}

function partsOf(days: readonly ReportFigure[]): DayPart[] {
  const parts: DayPart[] = [];
  let before: ReportFigure | null = null;
  for (const figure of days) {
    const { key, importId, figures } = figure;
    const continues =
      before !== null &&
      Date.parse(key) - Date.parse(before.key) === dayMs &&
      (before.figures.impressions === null) === (figures.impressions === null);
    if (!continues) parts.push({ days: [] });
    parts.at(-1)?.days.push({ date: key, importId, figures });
    before = figure;
  }
  return parts;
}
