import { safe } from '../safe.ts';
import { layoutOf, type ReportView } from './view.ts';

/** Formats the same report as Markdown, without drawings. */
export function asMarkdown(view: ReportView): string {
  const [title = '', ...head] = view.head;
  const lines = [`# ${plain(title)}`, ...head.flatMap((text) => ['', plain(text)])];
  for (const section of view.sections) {
    const visibleItems = layoutOf(section).flatMap((column, index) =>
      column.drawn === true ? [] : [{ column, index }],
    );
    lines.push('', `## ${plain(section.title)}`, '');
    if (section.rows.length === 0) {
      lines.push(section.empty);
      continue;
    }
    lines.push(`| ${visibleItems.map(({ column }) => plain(column.name)).join(' | ')} |`);
    lines.push(`| ${visibleItems.map(({ column }) => (column.right === true ? '---:' : '---')).join(' | ')} |`);
    for (const row of section.rows)
      lines.push(`| ${visibleItems.map(({ index }) => plain(row[index] ?? '')).join(' | ')} |`);
  }
  for (const note of view.notes) lines.push('', `> ${plain(note)}`);
  return `${lines.join('\n')}\n`;
}

/** Escapes text from answers and pages, so that it cannot open a link, markup or a further cell. */
function plain(text: string): string {
  return safe(text).replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`);
}
