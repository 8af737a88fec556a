import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SkippedFigure } from './figure.ts';

const lighthouseVersion = '13.5.0';
/** Outside the tree, since only measurements need its hundred packages. */
const folder = join(tmpdir(), `sightline-lighthouse-${lighthouseVersion}`);

type Category = { score: number | null; auditRefs: readonly { id: string }[] };
type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string };
type Judged = { lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } };

export type Lighthouse = {
  lighthouse: (url: string, flags: Record<string, unknown>, config?: unknown) => Promise<Judged>;
  desktopConfig: unknown;
};

/** @throws Skipped if the package is neither installed nor available */
export async function importLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const name = `lighthouse@${lighthouseVersion}`;
    const args = ['install', name, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    const done = spawnSync('npm', args, { stdio: 'ignore', timeout: 300_000 });
    if (done.status !== 0 || !existsSync(entry)) {
      throw new SkippedFigure(`Lighthouse is not installed: npm could not fetch ${name} into ${folder}`);
    }
  }
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(entry).href);
  return { lighthouse, desktopConfig };
}
