import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DocPage } from '../mcp/docPage.ts';

/** Pages of `docs/` that explain numbers and checks; those about running a server are of no use to an agent. */
const forAgents = ['metrics', 'website-checks', 'checks', 'guarantees', 'mcp-clients'];

/** Reads the pages, in their order. Works from the sources and from the bundle, which lie at different depths. */
export async function readDocPages(): Promise<DocPage[]> {
  const folder = docsFolder(import.meta.dirname);
  if (folder === null) return [];
  const present = await readdir(folder);
  const names = forAgents.filter((name) => present.includes(`${name}.md`));
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, `${name}.md`), 'utf8');
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    }),
  );
}

function docsFolder(from: string): string | null {
  const folder = join(from, 'docs');
  if (existsSync(join(folder, 'metrics.md'))) return folder;
  const above = dirname(from);
  return above === from ? null : docsFolder(above);
}
