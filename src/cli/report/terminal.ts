import type { Column, ReportView, Section } from './view.ts';

const wideFrom = 100;
const gap = '  ';

/** @param width columns of the terminal */
export function asTerminal(view: ReportView, width: number, colour: boolean): string {
  const bold = (text: string) => (colour ? `\u001b[1m${text}\u001b[0m` : text);
  const dim = (text: string) => (colour ? `\u001b[2m${text}\u001b[0m` : text);
  const columns = Math.max(60, Math.min(width, 160));
  const lines = view.head.flatMap((text, index) => wrap(safe(text), columns).map(index === 0 ? bold : (line) => line));
  for (const section of view.sections) {
    lines.push('', ...wrap(safe(section.title), columns).map(bold));
    if (section.rows.length === 0) lines.push(`  ${section.empty}`);
    else lines.push(...tableOf(section, columns, dim));
  }
  if (view.notes.length > 0) lines.push('');
  for (const note of view.notes) lines.push(...wrap(safe(note), columns).map(dim));
  return `${lines.join('\n')}\n`;
}

function tableOf({ columns, rows }: Section, width: number, dim: (text: string) => string): string[] {
  const shown = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.wide !== true || width >= wideFrom);
  const cells = rows.map((row) => shown.map(({ index }) => safe(row[index] ?? '')));
  const natural = shown.map(({ column }, at) =>
    Math.max(displayWidth(column.name), ...cells.map((row) => displayWidth(row[at] ?? ''))),
  );
  const all = natural.reduce((sum, one) => sum + one, 0) + gap.length * shown.length;
  const widths = natural.map((one, at) =>
    shown[at]?.column.flexible === true ? Math.max(12, one - Math.max(0, all - width)) : one,
  );
  const line = (row: readonly string[]) =>
    `${gap}${row.map((text, at) => fit(text, widths[at] ?? 0, shown[at]?.column)).join(gap)}`.trimEnd();
  const header = shown.map(({ column }) => column.name);
  return [...(header.every((name) => name === '') ? [] : [dim(line(header))]), ...cells.map(line)];
}

function fit(text: string, width: number, column: Column | undefined): string {
  const cut = displayWidth(text) <= width ? text : shortened(text, width, column?.middle === true);
  const pad = ' '.repeat(Math.max(0, width - displayWidth(cut)));
  return column?.right === true ? pad + cut : cut + pad;
}

function shortened(text: string, width: number, middle: boolean): string {
  const end = middle ? Math.floor((width - 1) / 2) : 0;
  const last = startOf([...text].reverse(), end)
    .reverse()
    .join('');
  return `${startOf([...text], width - 1 - end).join('')}…${last}`;
}

/** As many of the first characters as fit into `width` cells. */
function startOf(characters: readonly string[], width: number): string[] {
  const kept: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += displayWidth(character);
    if (used > width) break;
    kept.push(character);
  }
  return kept;
}

/** Names and titles come from answers and pages: nothing in them may steer a terminal. */
export function safe(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cf}/gu, '');
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Cells a text takes on a terminal: East Asian wide characters take two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
