import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { AppError, invalidField } from '../../domain/errors.ts';
import { rowsOfJson } from '../../domain/imports/importKinds.ts';
import { CsvReader, type CsvRecord, isBlank, isComment, sniffDelimiter } from '../../domain/text/csvReader.ts';
import { readJson } from '../../domain/text/readJson.ts';
import { bombGuard, unpackWith } from '../crawlers/unpacking.ts';

const mebibyte = 1024 * 1024;
/** Limits of one import: packed size, unpacked size, rows, and tables separated by blank lines. */
const maxBytes = 50 * mebibyte;
const maxUnpackedBytes = 500 * mebibyte;
const maxRows = 2_000_000;
const maxTables = 200;
const maxJsonLength = 16 * mebibyte;
const sampleLength = 4_096;
/** Number of a table's rows kept in memory to find its kind and its filters. */
const keptRows = 50;

export type ImportedFile = { digest: string; bytes: number; files: readonly PackedFile[] };

/** Receives a file, either a ZIP archive or one table. @throws invalid_request, payload_too_large */
export async function collectFile(name: string, body: AsyncIterable<Uint8Array>): Promise<ImportedFile> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new AppError('payload_too_large', 'body: is larger than 50 MiB.', { retry: 'never' });
    chunks.push(chunk);
  }
  if (length === 0) throw invalidField('body', 'is empty');
  const bytes = Buffer.concat(chunks);
  if (['1f8b', '28b5'].includes(bytes.toString('hex', 0, 2))) throw unreadable('is compressed: unpack it first');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const files = isZip(bytes) ? readZip(bytes) : [{ name, open: () => pieces(bytes) }];
  if (files.some((file) => file.name === '[Content_Types].xml'))
    throw unreadable('is a workbook: save its table as CSV');
  return { digest, bytes: length, files };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += mebibyte) yield bytes.subarray(from, from + mebibyte);
}

/** A table of a file after the first pass: its head, its number of rows and the first of them. */
type FoundTable = {
  file: string;
  row: number;
  header: string[];
  first: string[] | null;
  ordinal: number;
  rows: number;
  kept: CsvRecord[];
};
export type FoundTables = { tables: FoundTable[]; comments: CsvRecord[] };

type RowRole = 'comment' | 'header' | 'row';

/** A row of a file; `ordinal` is the position of its table among all tables of the file. */
export type TableRow = { role: RowRole; ordinal: number; file: string; record: CsvRecord };

/** Finds the tables of a file: each begins after a blank line with its header. @throws invalid_request naming `body` */
export async function findTables(imported: ImportedFile): Promise<FoundTables> {
  const tables: FoundTable[] = [];
  const comments: CsvRecord[] = [];
  await eachRow(imported, ({ role, ordinal, file, record }) => {
    if (role === 'header') {
      // Spreadsheets add empty columns.
      const width = record.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
      const header = record.cells.slice(0, width);
      tables.push({ file, row: record.row, header, first: null, ordinal, rows: 0, kept: [record] });
    }
    const table = tables.at(-1);
    if (role === 'comment') {
      if (comments.length < keptRows) comments.push(record);
    } else if (role === 'row' && table !== undefined) {
      // A row of totals may come first; it has no subject.
      if ((table.first?.[0] ?? '') === '') table.first = record.cells;
      table.rows += 1;
      if (table.kept.length < keptRows) table.kept.push(record);
    }
  });
  if (tables.every(({ rows }) => rows === 0)) {
    throw unreadable(tables.length === 0 ? 'contains no table' : 'has a header but no rows');
  }
  return { tables, comments };
}

/**
 * Reads every non-blank row of a file. The same file gives the same rows each time.
 * @throws invalid_request naming `body`
 */
export async function eachRow(
  { files, bytes }: ImportedFile,
  take: (row: TableRow) => void | Promise<void>,
): Promise<void> {
  const guarded = bombGuard(() => bytes, maxUnpackedBytes);
  let rows = 0;
  let ordinal = 0;
  for (const { name, open } of files) {
    if (files.length > 1 && !/\.(?:csv|tsv|txt|json)$/i.test(name)) continue;
    let isOutside = true;
    for await (const records of buildRecords(name, guarded(open()))) {
      for (const record of records) {
        rows += 1;
        if (rows > maxRows) throw unreadable(`has more than ${maxRows} rows`);
        if (isBlank(record)) {
          isOutside = true;
          continue;
        }
        const role = isOutside ? roleOutside(record) : 'row';
        if (role === null) continue;
        if (role === 'header') {
          isOutside = false;
          ordinal += 1;
          if (ordinal > maxTables) throw unreadable(`has more than ${maxTables} tables`);
        }
        const outcome = take({ role, ordinal, file: name, record });
        if (outcome !== undefined) await outcome;
      }
    }
  }
}

/** Returns the role of a row outside a table; null for the line with which spreadsheets declare their delimiter. */
function roleOutside(record: CsvRecord): 'comment' | 'header' | null {
  if (isComment(record)) return 'comment';
  return /^sep=/i.test(record.cells[0] ?? '') ? null : 'header';
}

/** Builds the error for a file that is refused as a whole. */
const unreadable = (reason: string): Error => invalidField('body', reason);

async function* buildRecords(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord[]> {
  let reader: CsvReader | null = null;
  let head = '';
  let isJson = false;
  for await (const text of decodeText(name, chunks)) {
    if (reader !== null) {
      yield reader.push(text);
      continue;
    }
    head += text;
    isJson ||= /^\s*[[{]/.test(head);
    // A vendor's sign-in page, saved in place of the export.
    if (/^\s*<(?:!doctype|html)/i.test(head)) throw unreadable(`${name} is a web page: sign in and export again`);
    if (isJson && head.length > maxJsonLength) throw unreadable(`${name} is JSON of more than 16 MiB`);
    if (isJson || head.length < sampleLength) continue;
    reader = new CsvReader(name, sniffDelimiter(head));
    yield reader.push(head);
  }
  if (isJson) yield jsonRecords(name, head);
  else {
    if (reader === null) {
      reader = new CsvReader(name, sniffDelimiter(head));
      yield reader.push(head);
    }
    yield reader.end();
  }
}

/** Decodes a file in UTF-8 or UTF-16, detected by its first bytes. @throws invalid_request for any other encoding */
async function* decodeText(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      const text: string = decoder.decode(chunk, { stream: true });
      yield text;
    }
    yield decoder?.decode() ?? '';
  } catch (cause) {
    throw cause instanceof TypeError ? unreadable(`${name} is neither UTF-8 nor UTF-16: save it as CSV UTF-8`) : cause;
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return second === 0 ? 'utf-16le' : first === 0 ? 'utf-16be' : 'utf-8';
}

function jsonRecords(name: string, text: string): CsvRecord[] {
  const value: unknown = readJson(text);
  if (value === undefined) throw unreadable(`${name} is truncated or invalid JSON`);
  const rows = rowsOfJson(value);
  if (rows !== null) return rows.map((cells, index) => ({ row: index + 1, cells }));
  throw unreadable(`${name} is JSON of an unknown kind`);
}

/** One file of an archive; `open` unpacks it in chunks and verifies its checksum at the end. */
type PackedFile = { name: string; open(): AsyncIterable<Buffer> };

const maxEntries = 100;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

const damage = 'is a damaged ZIP archive';
const damaged = (): Error => invalidField('body', damage);

const isZip = (bytes: Buffer): boolean => bytes.length > 3 && [localMark, endMark].includes(bytes.readUInt32LE(0));

/** Lists the files in an archive's directory. @throws invalid_request for anything but a plain archive of files */
function readZip(bytes: Buffer): PackedFile[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxEntries) throw invalidField('body', `contains ${count} files; the maximum is ${maxEntries}`);
  const files: PackedFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw damaged();
    const lengths = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)] as const;
    const file = readEntry(bytes, at, lengths[0]);
    if (file !== null) files.push(file);
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}

function readEntry(bytes: Buffer, at: number, nameLength: number): PackedFile | null {
  const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:|\p{Cc}/iu.test(name)) {
    throw invalidField('body', 'contains a file whose name leads outside the archive');
  }
  if (name.endsWith('/') || name.startsWith('__MACOSX/')) return null;
  if (/\.(?:zip|gz|7z|rar|tar)$/i.test(name)) throw invalidField('body', `contains another archive, ${name}`);
  if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw invalidField('body', 'is encrypted: export it without a password');
  const method = bytes.readUInt16LE(at + 10);
  if (method !== 0 && method !== 8) throw invalidField('body', `${name} uses an unsupported compression method`);
  const sum = bytes.readUInt32LE(at + 16);
  const size = bytes.readUInt32LE(at + 20);
  const place = bytes.readUInt32LE(at + 42);
  return { name, open: () => unpack(bytes, { place, size, method, sum }) };
}

type Packed = { place: number; size: number; method: number; sum: number };

async function* unpack(bytes: Buffer, { place, size, method, sum }: Packed): AsyncGenerator<Buffer> {
  if (place + 30 > bytes.length || bytes.readUInt32LE(place) !== localMark) throw damaged();
  const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
  if (from + size > bytes.length) throw damaged();
  const packed = bytes.subarray(from, from + size);
  let read = 0;
  const whole = Readable.from([packed]);
  for await (const chunk of method === 0 ? whole : unpackWith(createInflateRaw(), whole, damage)) {
    read = crc32(chunk, read);
    yield chunk;
  }
  if (read !== sum) throw damaged();
}
