import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/domain/checks/catalogue.ts';
import { translateModule } from './messages.ts';

const root = join(import.meta.dirname, '../..');
/** Modules of the server that are part of the web app too, and hold texts. */
const shared = ['src/domain/alerts/alertKinds.ts', 'src/domain/visibility/metrics.ts'].map((path) => join(root, path));

/** True for a module whose texts the build translates. Files for other programs are in English everywhere. */
export const isTranslated = (path: string): boolean =>
  shared.includes(path) || (/\/web\/src\/(?!i18n\/).*\.tsx?$/.test(path) && !/File\.ts$/.test(path));

/** Messages of the interface, each with the files that show it. */
export function readMessages(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (message: string, path: string) => found.set(message, [...(found.get(message) ?? []), path]);
  const own = readdirSync(join(root, 'web/src'), { recursive: true, withFileTypes: true });
  for (const path of [...shared, ...own.map((entry) => join(entry.parentPath, entry.name)).sort()]) {
    if (!isTranslated(path)) continue;
    const { messages } = translateModule(path, readFileSync(path, 'utf8'), { text: '', element: '' });
    for (const message of messages) add(message, path.slice(root.length + 1));
  }
  // The server sends these with each result; pages look them up.
  for (const { title, remediation } of catalogue)
    for (const text of [title, remediation]) add(text, 'src/domain/checks/catalogue.ts');
  return found;
}
