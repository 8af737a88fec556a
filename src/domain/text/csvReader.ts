import { invalidField } from '../errors.ts';

/** One row of a file; `row` is its line number where the row begins, from 1. */
export type CsvRecord = { row: number; cells: string[] };

const maxColumns = 1_000;
const maxCellLength = 32_000;

/** Separators that spreadsheets write between cells. */
const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Returns the delimiter that occurs most often outside quotes in the first line that is not a comment. */
export function sniffDelimiter(text: string): Delimiter {
  const line = text.split(/\r?\n/).find((candidate) => candidate.trim() !== '' && !/^"?#/.test(candidate)) ?? '';
  const declared = /^sep=([,;\t])$/i.exec(line.trim());
  if (declared !== null) return declared[1] as Delimiter;
  const bare = line.replace(/"(?:[^"]|"")*"/g, '');
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, count: bare.split(delimiter).length - 1 }))
    .toSorted((a, b) => b.count - a.count);
  return best === undefined || best.count === 0 ? ',' : best.delimiter;
}

/**
 * Reads RFC 4180 text in pieces: quoted cells may contain delimiters, line ends and doubled quotes. Memory is that of
 * one row. @throws invalid_request naming file, row and column
 */
export class CsvReader {
  readonly #file: string;
  readonly #delimiter: string;
  #line = 1;
  #begun = 1;
  #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  /** Ends a quoted cell unless a second quote follows. */
  #sawQuote = false;
  #wasReturn = false;

  constructor(file: string, delimiter: Delimiter) {
    this.#file = file;
    this.#delimiter = delimiter;
  }

  push(text: string): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const sign of text) {
      if (sign === '\n' && this.#wasReturn && !this.#isQuoted) {
        this.#wasReturn = false;
        continue;
      }
      this.#wasReturn = sign === '\r';
      // Inside quotes a line end is text; only its line feed counts as a line.
      const isText = this.#isQuoted && !this.#sawQuote;
      if (sign === '\n' || (sign === '\r' && !isText)) this.#line += 1;
      if (isText) {
        if (sign === '"') this.#sawQuote = true;
        else this.#add(sign);
        continue;
      }
      if (this.#sawQuote && sign === '"') {
        this.#sawQuote = false;
        this.#add(sign);
        continue;
      }
      this.#plain(sign, records);
    }
    return records;
  }

  /** Returns the last row, if no line end closed it. */
  end(): CsvRecord[] {
    if (this.#isQuoted && !this.#sawQuote) throw this.#refuse('has a quote that is never closed', this.#begun);
    return this.#cells.length === 0 && this.#cell === '' && !this.#isQuoted ? [] : [this.#close()];
  }

  #plain(sign: string, records: CsvRecord[]): void {
    if (sign === this.#delimiter) this.#endCell();
    else if (sign === '\n' || sign === '\r') records.push(this.#close());
    else if (this.#isQuoted) throw this.#refuse('has text after a closing quote', this.#line);
    else if (sign === '"' && this.#cell === '') this.#isQuoted = true;
    else this.#add(sign);
  }

  #add(sign: string): void {
    this.#cell += sign;
    if (this.#cell.length > maxCellLength)
      throw this.#refuse(`has a cell of more than ${maxCellLength} letters`, this.#begun);
  }

  #endCell(): void {
    if (this.#cells.push(this.#cell) > maxColumns)
      throw this.#refuse(`has more than ${maxColumns} columns`, this.#begun);
    this.#cell = '';
    this.#isQuoted = false;
    this.#sawQuote = false;
  }

  #close(): CsvRecord {
    this.#endCell();
    const record = { row: this.#begun, cells: this.#cells };
    this.#cells = [];
    this.#begun = this.#line;
    return record;
  }

  #refuse(reason: string, row: number): Error {
    return invalidField('body', `${this.#file}, row ${row}, column ${this.#cells.length + 1} ${reason}`);
  }
}

export const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === '');
export const isComment = ({ cells }: CsvRecord): boolean => (cells[0] ?? '').startsWith('#');
