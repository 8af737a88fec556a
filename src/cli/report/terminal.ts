import stringWidth from 'string-width';
import { safe } from '../safe.ts';
import { type Column, layoutOf, type ReportView, type Section } from './view.ts';

const wideFrom = 100;
const gap = '  ';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Formats a report for the terminal. @param width columns of the terminal */
export function asTerminal(view: ReportView, width: number, colour: boolean): string {
  const bold = (text: string) => (colour ? `\u001b[1m${text}\u001b[0m` : text);
  const dim = (text: string) => (colour ? `\u001b[2m${text}\u001b[0m` : text);
  const columns = Math.max(60, Math.min(width, 160));
  const lines = view.head.flatMap((text, index) => wrap(safe(text), columns).map(index === 0 ? bold : (line) => line));
  for (const section of view.sections) {
    lines.push('', ...wrap(safe(section.title), columns).map(bold));
    if (section.rows.length === 0) lines.push(`  ${section.empty}`);
    else lines.push(...drawTable(section, columns, dim));
  }
  if (view.notes.length > 0) lines.push('');
  for (const note of view.notes) lines.push(...wrap(safe(note), columns).map(dim));
  return `${lines.join('\n')}\n`;
}

function drawTable({ rows, ...section }: Section, width: number, dim: (text: string) => string): string[] {
  const visibleItems = layoutOf(section)
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.wide !== true || width >= wideFrom);
  const cells = rows.map((row) => visibleItems.map(({ index }) => safe(row[index] ?? '')));
  const natural = visibleItems.map(({ column }, at) =>
    Math.max(stringWidth(column.name), ...cells.map((row) => stringWidth(row[at] ?? ''))),
  );
  const all = natural.reduce((sum, one) => sum + one, 0) + gap.length * visibleItems.length;
  const widths = natural.map((one, at) =>
    visibleItems[at]?.column.flexible === true ? Math.max(12, one - Math.max(0, all - width)) : one,
  );
  const line = (row: readonly string[]) =>
    brokenLine(
      row.map((text, at) => fit(text, widths[at] ?? 0, visibleItems[at]?.column)),
      width,
    );
  const header = visibleItems.map(({ column }) => column.name);
  return [...(header.every((name) => name === '') ? [] : [dim(line(header))]), ...cells.map(line)];
}

/** Formats a row's cells in one line, or in several on a narrow terminal, so that ids are never cut. */
function brokenLine(cells: readonly string[], width: number): string {
  const lines: string[] = [];
  let current = '';
  for (const cell of cells) {
    if (current !== '' && stringWidth(`${current}${gap}${cell.trimEnd()}`) > width) {
      lines.push(current.trimEnd());
      current = `${gap}${gap}${cell}`;
    } else current += `${gap}${cell}`;
  }
  return [...lines, current.trimEnd()].join('\n');
}

function fit(text: string, width: number, column: Column | undefined): string {
  const cut = stringWidth(text) <= width ? text : shortened(text, width, column?.middle === true);
  const pad = ' '.repeat(Math.max(0, width - stringWidth(cut)));
  return column?.right === true ? pad + cut : cut + pad;
}

function shortened(text: string, width: number, middle: boolean): string {
  const end = middle ? Math.floor((width - 1) / 2) : 0;
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const last = listStart(characters.toReversed(), end).reverse().join('');
  return `${listStart(characters, width - 1 - end).join('')}…${last}`;
}

/** Returns as many leading characters as fit into `width` cells. */
function listStart(characters: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += stringWidth(character);
    if (used > width) break;
    lines.push(character);
  }
  return lines;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && stringWidth(line) + 1 + stringWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
