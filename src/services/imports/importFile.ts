import { AppError, invalidField } from '../../domain/errors.ts';
import { isMisreported, readFigure, StyleSurvey, withoutMisreported } from '../../domain/imports/figureReader.ts';
import type { TableColumns, TableHead } from '../../domain/imports/importKind.ts';
import {
  describeUnknown,
  findColumns,
  guessKind,
  type ImportKind,
  importKindIds,
  importKindOf,
  isTotal,
  parseColumns,
  readFacts,
} from '../../domain/imports/importKinds.ts';
import {
  findReplacement,
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
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { clearDeadImports, importVerbs, importWhole } from '../crawlers/importRecords.ts';
import { readWebsite } from '../readWebsite.ts';
import { collectFile, eachRow, type FoundTables, findTables, type ImportedFile } from './importedFile.ts';

const figuresAtOnce = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

export type ImportFileInput = {
  websiteId: string;
  name: string;
  /** Kind named by the owner, if the file alone does not reveal it. */
  confirm?: string | undefined;
  /** Its columns, if their names are unknown: see `parseColumns`. */
  columns?: string | undefined;
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
 * @throws not_found, payload_too_large, invalid_request naming `body`, `confirm`, `columns`, `startDate` or `websiteId`
 */
export async function importFile(ctx: Ctx, input: ImportFileInput): Promise<FileImport> {
  const { id: websiteId, domain } = await readWebsite(ctx, input.websiteId);
  const file = await collectFile(input.name, input.body);
  const same = await ownerImports.findSame(ctx.db, 'website_id', websiteId, file.digest);
  if (same !== null) return { import: same, isRepeated: true, replaces: [] };
  const { facts, ...plan } = await planImport(file, input);
  const reading: Reading = { ...plan, file, domain, style: new StyleSurvey() };
  const survey = await surveyRows(reading);
  const dates = buildDates(input, plan.kind, [facts, survey]);
  assertDays(survey, dates, nowIso(ctx, dayMs).slice(0, 10));
  const kind = plan.kind.id;
  const owned: OwnerImport = {
    id: ctx.runtime.newId('import'),
    ...{ websiteId, kind, property: input.property ?? domain, name: input.name },
    ...{ digest: file.digest, bytes: file.bytes, parser: importParserVersion, ...dates },
    dimensions: [...new Set([...plan.columns.values()].map(({ dimension }) => dimension))],
    counts: survey.counts,
    warnings: [
      ...facts.warnings,
      ...(dates.startDate === null ? (['dates_unknown'] as const) : []),
      ...(isMisreported(kind, dates) ? (['impressions_misreported'] as const) : []),
    ],
    importedAt: nowIso(ctx),
    importedBy: ctx.principal.accountEmail,
  };
  const repeated = await save(ctx, reading, owned);
  if (repeated !== null) return { import: repeated, isRepeated: true, replaces: [] };
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId });
  return { import: owned, isRepeated: false, replaces: replacedBy(owned, all) };
}

/** Kind of a file, and the columns of each table by position. */
type Reading = {
  file: ImportedFile;
  domain: string;
  kind: ImportKind;
  columns: ReadonlyMap<number, TableColumns>;
  style: StyleSurvey;
};

async function planImport(file: ImportedFile, { confirm, columns: text }: ImportFileInput) {
  const declared = text === undefined ? null : parseColumns(text);
  if (text !== undefined && (declared === null || confirm === undefined))
    throw invalidField(
      'columns',
      'must be a subject and figures by position, such as `page=1,visits=3`, with `confirm`',
    );
  const foundTables = await findTables(file);
  const kind = buildKind(foundTables, confirm);
  const isNamed = confirm !== undefined;
  const { refusal, ...facts } = readFacts(kind, foundTables, isNamed);
  if (refusal !== null) throw invalidField('body', refusal);
  const columns = collectColumns(foundTables, (table) => findColumns(kind, table, isNamed, declared));
  if (columns.size === 0) throw unknownColumns(kind, foundTables);
  const isSkipped = foundTables.tables.some(
    ({ ordinal, file: name }) => !columns.has(ordinal) && /quer|keyword/i.test(name),
  );
  const warnings = [...facts.warnings, ...(isSkipped ? (['tables_skipped'] as const) : [])];
  return { kind, columns, facts: { ...facts, warnings } };
}

/** Names the columns that the owner can declare in the details of the error. */
function unknownColumns(kind: ImportKind, { tables }: FoundTables): AppError {
  const { refusal, declarable } = describeUnknown(kind, tables);
  if (declarable === null) return invalidField('confirm', refusal);
  const details = { field: 'columns', ...declarable };
  return new AppError('invalid_request', `columns: ${refusal}`, { details, retry: 'never' });
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
function collectColumns(
  { tables }: FoundTables,
  columnsOf: (table: TableHead) => TableColumns | null,
): Map<number, TableColumns> {
  const longest = new Map<string, { ordinal: number; rows: number; columns: TableColumns }>();
  for (const table of tables) {
    const columns = columnsOf(table);
    if (columns === null) continue;
    const subject = `${columns.dimension} ${columns.detail !== undefined}`;
    const before = longest.get(subject);
    if (before === undefined || table.rows > before.rows) {
      longest.set(subject, { ordinal: table.ordinal, rows: table.rows, columns });
    }
  }
  return new Map([...longest.values()].map(({ ordinal, columns }) => [ordinal, columns]));
}

/** Counts of a file's rows by outcome, and its first and last day; null without a table of days. */
type RowSurvey = Dates & { counts: ImportCounts };
type Dates = Pick<OwnerImport, 'startDate' | 'endDate'>;

/**
 * Reads every row once without saving any. @throws invalid_request naming file, row and column of an unreadable cell
 */
async function surveyRows(reading: Reading): Promise<RowSurvey> {
  await eachRow(reading.file, ({ role, ordinal, file: name, record }) => {
    const columns = reading.columns.get(ordinal);
    if (role === 'row' && columns !== undefined) reading.style.take(name, record, columns);
  });
  const counts = { ...noImportCounts };
  const days: Dates = { startDate: null, endDate: null };
  await eachFigure(reading, (figure) => {
    counts.rows += 1;
    counts[typeof figure === 'string' ? figure : 'figures'] += 1;
    if (typeof figure === 'string' || figure.dimension !== 'day') return;
    if (days.startDate === null || figure.key < days.startDate) days.startDate = figure.key;
    if (days.endDate === null || figure.key > days.endDate) days.endDate = figure.key;
  });
  if (counts.figures + counts.foreign === 0) throw invalidField('body', 'contains no row with figures');
  if (counts.foreign > (counts.foreign + counts.figures) * maxForeignShare) {
    throw invalidField(
      'websiteId',
      `is another website: ${counts.foreign} pages of the file are not of ${reading.domain}`,
    );
  }
  return { counts, ...days };
}

type Lost = 'foreign' | 'leftOut' | 'otherTables';

/** Passes on each row of a file as a figure, or as the reason why it is not one. */
async function eachFigure(
  { file, domain, kind, columns: tables, style }: Reading,
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

/**
 * Determines a file's dates: those given by its owner, those it states, or those of its days. @throws invalid_request
 * naming a date
 */
function buildDates(input: ImportFileInput, kind: ImportKind, [fromFile, ofDays]: [Dates, Dates]): Dates {
  const startDate = input.startDate ?? fromFile.startDate ?? ofDays.startDate;
  const endDate = input.endDate ?? fromFile.endDate ?? ofDays.endDate;
  if (startDate !== null && endDate !== null && startDate > endDate)
    throw invalidField('startDate', 'is after endDate');
  if (startDate !== null && endDate !== null) return { startDate, endDate };
  if (kind.needsDates === true || startDate !== endDate) {
    throw invalidField(startDate === null ? 'startDate' : 'endDate', 'must be given: the file does not state its days');
  }
  return { startDate: null, endDate: null };
}

/** @throws invalid_request naming `body` if a day lies outside the file's dates, or in the future */
function assertDays({ startDate: first, endDate: last }: Dates, { startDate, endDate }: Dates, latest: string): void {
  if (first === null || last === null) return;
  if (last > latest) throw invalidField('body', `has the day ${last}, which is in the future`);
  if (startDate !== null && first < startDate)
    throw invalidField('startDate', `is after the first day of the file, ${first}`);
  if (endDate !== null && last > endDate) throw invalidField('endDate', `is before the last day of the file, ${last}`);
}

/**
 * Saves the figures. Returns the import of the same bytes that another request completed in the meantime; null without
 * one.
 */
async function save(ctx: Ctx, reading: Reading, owned: OwnerImport): Promise<OwnerImport | null> {
  await clearDeadImports(ctx, ownerImports, 'website_id', owned.websiteId);
  return importWhole(ctx, ownerImports, owned, async () => {
    let waiting: SavedFigure[] = [];
    const flush = (): Promise<void> => {
      const figures = waiting;
      waiting = [];
      return inTransaction(ctx.db, (tx) => insertFigures(tx, owned, figures, steadyIso(ctx)));
    };
    await eachFigure(reading, (figure) => {
      if (typeof figure === 'string') return;
      waiting.push({ ...withoutMisreported(owned.kind, figure, owned), page: figure.page });
      if (waiting.length >= figuresAtOnce) return flush();
    });
    await flush();
    return inTransaction(ctx.db, async (tx) => {
      const same = await ownerImports.findSame(tx, 'website_id', owned.websiteId, owned.digest);
      await (same === null ? ownerImports.complete(tx, owned) : ownerImports.removeWhole(tx, owned.id));
      return same;
    });
  });
}

const ownerVerbs = importVerbs(ownerImports);
export const { list: listImports, remove: removeImport } = ownerVerbs;

/** Reads an import, and the newer ones that replace some of its days. @throws not_found */
export async function readImport(ctx: Ctx, input: { id: string }) {
  const saved = await ownerVerbs.read(ctx, input);
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId: saved.websiteId });
  const replacing = saved.dimensions.flatMap((dimension) => findReplacement(saved, all, dimension) ?? []);
  return { import: saved, replacedBy: [...new Set(replacing)] };
}
