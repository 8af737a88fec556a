import { safe } from '../safe.ts';
import type { ReportView } from './view.ts';

/** The same report as Markdown: drawings are left out, everything else stays. */
export function asMarkdown(view: ReportView): string {
  const [title = '', ...head] = view.head;
  const lines = [`# ${plain(title)}`, ...head.flatMap((text) => ['', plain(text)])];
  for (const section of view.sections) {
    const visibleItems = section.columns.flatMap((column, index) => (column.drawn === true ? [] : [{ column, index }]));
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

/** Text that comes from answers and pages stays text: it opens no link, no markup and no further cell. */
function plain(text: string): string {
  return safe(text).replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`);
}
