import { invalidField, notFound } from '../../domain/errors.ts';
import { isMisreported, readFigure, StyleSurvey, withoutMisreported } from '../../domain/imports/figureReader.ts';
import type { ImportWarning, TableColumns } from '../../domain/imports/importKind.ts';
import {
  describeHeader,
  findColumns,
  guessKind,
  type ImportKind,
  importKindIds,
  importKindOf,
  isTotal,
  readFacts,
} from '../../domain/imports/importKinds.ts';
import {
  type ImportCounts,
  importParserVersion,
  maxForeignShare,
  noImportCounts,
  type OwnerImport,
  replacedBy,
} from '../../domain/imports/ownerImport.ts';
import { normalisePageKey } from '../../domain/imports/pageKey.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { insertFigures, ownerImports, type SavedFigure } from '../../store/imports/rows.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { clearDeadImports, importWhole } from '../crawlers/importRecords.ts';
import { collectFile, eachRow, type FoundTables, findTables, type ImportedFile } from './importedFile.ts';

const figuresAtOnce = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

export type ImportFileInput = {
  websiteId: string;
  name: string;
  /** Kind named by the owner, if the file alone does not reveal it. */
  confirm?: string | undefined;
  property?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  body: AsyncIterable<Uint8Array>;
};

export type FileImport = { import: OwnerImport; isRepeated: boolean; replaces: OwnerImport[] };

/**
 * Imports one file of the owner's own data. It is read completely before anything is saved, so an invalid file leaves
 * no trace. Equal bytes are the same import; a newer file replaces the shared days of older ones of its kind and
 * property.
 * @throws not_found, payload_too_large, invalid_request naming `body`, `confirm`, `startDate` or `websiteId`
 */
export async function importFile(ctx: Ctx, input: ImportFileInput): Promise<FileImport> {
  const { workspaceId } = ctx.principal;
  const website = await findWebsite(ctx.db, workspaceId, input.websiteId);
  if (website === null) throw notFound('website');
  const file = await collectFile(input.name, input.body);
  const same = await ownerImports.findSame(ctx.db, 'website_id', website.id, file.digest);
  if (same !== null) return { import: same, isRepeated: true, replaces: [] };
  const plan = await planImport(file, input);
  const survey = await surveyRows(file, plan, website.domain);
  const { startDate, endDate } = buildDates(input, plan, survey);
  assertDays(survey, { startDate, endDate }, nowIso(ctx, dayMs).slice(0, 10));
  const owned: OwnerImport = {
    id: ctx.runtime.newId('import'),
    websiteId: website.id,
    kind: plan.kind.id,
    property: input.property ?? website.domain,
    name: input.name,
    digest: file.digest,
    bytes: file.bytes,
    parser: importParserVersion,
    startDate,
    endDate,
    dimensions: [...new Set([...plan.columns.values()].map(({ dimension }) => dimension))],
    counts: survey.counts,
    warnings: [
      ...plan.warnings,
      ...(startDate === null ? (['dates_unknown'] as const) : []),
      ...(isMisreported(plan.kind.id, { startDate, endDate }) ? (['impressions_misreported'] as const) : []),
    ],
    importedAt: nowIso(ctx),
    importedBy: ctx.principal.accountEmail,
  };
  const repeated = await save(ctx, { file, plan, survey, owned, domain: website.domain });
  if (repeated !== null) return { import: repeated, isRepeated: true, replaces: [] };
  const all = await ownerImports.list(ctx.db, workspaceId, { websiteId: website.id });
  return { import: owned, isRepeated: false, replaces: replacedBy(owned, all) };
}

/** Plan for reading a file: its kind, and the columns of each table by position. */
type ImportPlan = {
  kind: ImportKind;
  columns: ReadonlyMap<number, TableColumns>;
  warnings: ImportWarning[];
  startDate: string | null;
  endDate: string | null;
};

async function planImport(file: ImportedFile, { confirm }: ImportFileInput): Promise<ImportPlan> {
  const foundTables = await findTables(file);
  const kind = buildKind(foundTables, confirm);
  const isNamed = confirm !== undefined;
  const { refusal, ...facts } = readFacts(kind, foundTables, isNamed);
  if (refusal !== null) throw invalidField('body', refusal);
  const columns = collectColumns(kind, foundTables, isNamed);
  if (columns.size === 0)
    throw invalidField('confirm', `${kind.id} has no table with the header ${describeHeader(foundTables.tables[0])}`);
  const isSkipped = foundTables.tables.some(
    ({ ordinal, file: name }) => !columns.has(ordinal) && /quer|keyword/i.test(name),
  );
  return {
    kind,
    columns,
    ...facts,
    warnings: [...facts.warnings, ...(isSkipped ? (['tables_skipped'] as const) : [])],
  };
}

function buildKind({ tables }: FoundTables, confirm: string | undefined): ImportKind {
  if (confirm !== undefined) {
    if (!importKindIds.includes(confirm)) throw invalidField('confirm', `must be one of ${importKindIds.join(', ')}`);
    return importKindOf(confirm);
  }
  const guess = guessKind(tables);
  if ('refusal' in guess) throw invalidField('confirm', guess.refusal);
  return guess.kind;
}

/** If several tables have the same subject, the longest counts, because the others repeat some of its rows. */
function collectColumns(kind: ImportKind, { tables }: FoundTables, isNamed: boolean): Map<number, TableColumns> {
  const longest = new Map<string, { ordinal: number; rows: number; columns: TableColumns }>();
  for (const table of tables) {
    const columns = findColumns(kind, table, isNamed);
    if (columns === null) continue;
    const subject = `${columns.dimension} ${columns.detail !== undefined}`;
    const before = longest.get(subject);
    if (before === undefined || table.rows > before.rows) {
      longest.set(subject, { ordinal: table.ordinal, rows: table.rows, columns });
    }
  }
  return new Map([...longest.values()].map(({ ordinal, columns }) => [ordinal, columns]));
}

type RowSurvey = { counts: ImportCounts; style: StyleSurvey; firstDay: string | null; lastDay: string | null };

/**
 * Reads every row once without saving any. @throws invalid_request naming file, row and column of an unreadable cell
 */
async function surveyRows(file: ImportedFile, plan: ImportPlan, domain: string): Promise<RowSurvey> {
  const style = new StyleSurvey();
  await eachRow(file, ({ role, ordinal, file: name, record }) => {
    const columns = plan.columns.get(ordinal);
    if (role === 'row' && columns !== undefined) style.take(name, record, columns);
  });
  const counts = { ...noImportCounts };
  const days: { first: string | null; last: string | null } = { first: null, last: null };
  await eachFigure(file, { plan, style, domain }, (figure) => {
    counts.rows += 1;
    counts[typeof figure === 'string' ? figure : 'figures'] += 1;
    if (typeof figure === 'string' || figure.dimension !== 'day') return;
    if (days.first === null || figure.key < days.first) days.first = figure.key;
    if (days.last === null || figure.key > days.last) days.last = figure.key;
  });
  if (counts.figures + counts.foreign === 0) throw invalidField('body', 'holds no row with figures');
  if (counts.foreign > (counts.foreign + counts.figures) * maxForeignShare) {
    throw invalidField('websiteId', `is another website: ${counts.foreign} pages of the file are not of ${domain}`);
  }
  return { counts, style, firstDay: days.first, lastDay: days.last };
}

type FigureReading = { plan: ImportPlan; style: StyleSurvey; domain: string };
type Lost = 'foreign' | 'leftOut' | 'otherTables';

/** Passes on each row of a file as a figure, or as the reason why it is not one. */
async function eachFigure(
  file: ImportedFile,
  { plan: { kind, columns: tables }, style, domain }: FigureReading,
  take: (figure: SavedFigure | Lost) => void | Promise<void>,
): Promise<void> {
  await eachRow(file, ({ role, ordinal, file: name, record }) => {
    if (role !== 'row') return;
    const columns = tables.get(ordinal);
    if (columns === undefined) return take('otherTables');
    const { cells } = record;
    if (isTotal(kind, cells) || columns.isLeftOut?.(cells) === true) return take('leftOut');
    const figure = readFigure(name, record, columns, style.style);
    if (figure === null) return take('leftOut');
    if (figure.dimension !== 'page') return take({ ...figure, page: null });
    const page = normalisePageKey(figure.key, domain);
    if (page !== null) return take({ ...figure, page });
    return take(/^https?:/i.test(figure.key) ? 'foreign' : 'leftOut');
  });
}

type Dates = Pick<OwnerImport, 'startDate' | 'endDate'>;

/**
 * Determines a file's dates: those given by its owner, those it states, or those of its days. @throws invalid_request
 * naming a date
 */
function buildDates(input: ImportFileInput, plan: ImportPlan, { firstDay, lastDay }: RowSurvey): Dates {
  const startDate = input.startDate ?? plan.startDate ?? firstDay;
  const endDate = input.endDate ?? plan.endDate ?? lastDay;
  if (startDate !== null && endDate !== null && startDate > endDate)
    throw invalidField('startDate', 'is after endDate');
  if (startDate !== null && endDate !== null) return { startDate, endDate };
  if (plan.kind.needsDates === true || startDate !== endDate) {
    throw invalidField(startDate === null ? 'startDate' : 'endDate', 'must be given: the file does not state its days');
  }
  return { startDate: null, endDate: null };
}

/** @throws invalid_request naming `body` if a day lies outside the file's dates, or in the future */
function assertDays({ firstDay, lastDay }: RowSurvey, { startDate, endDate }: Dates, latest: string): void {
  if (firstDay === null || lastDay === null) return;
  if (lastDay > latest) throw invalidField('body', `has the day ${lastDay}, which is in the future`);
  if (startDate !== null && firstDay < startDate)
    throw invalidField('startDate', `is after the first day of the file, ${firstDay}`);
  if (endDate !== null && lastDay > endDate)
    throw invalidField('endDate', `is before the last day of the file, ${lastDay}`);
}

type Saving = { file: ImportedFile; plan: ImportPlan; survey: RowSurvey; owned: OwnerImport; domain: string };

/**
 * Saves the figures. Returns the import of the same bytes that another request completed in the meantime; null without
 * one.
 */
async function save(ctx: Ctx, { file, plan, survey, owned, domain }: Saving): Promise<OwnerImport | null> {
  await clearDeadImports(ctx, ownerImports, 'website_id', owned.websiteId);
  return importWhole(ctx, ownerImports, owned, async () => {
    let waiting: SavedFigure[] = [];
    const flush = (): Promise<void> => {
      const figures = waiting;
      waiting = [];
      return inTransaction(ctx.db, (tx) => insertFigures(tx, owned, figures, steadyIso(ctx)));
    };
    await eachFigure(file, { plan, style: survey.style, domain }, (figure) => {
      if (typeof figure === 'string') return;
      waiting.push({ ...withoutMisreported(plan.kind.id, figure, owned), page: figure.page });
      if (waiting.length >= figuresAtOnce) return flush();
    });
    await flush();
    return inTransaction(ctx.db, async (tx) => {
      const same = await ownerImports.findSame(tx, 'website_id', owned.websiteId, owned.digest);
      await (same === null ? ownerImports.complete(tx, owned) : ownerImports.remove(tx, owned.id));
      return same;
    });
  });
}
