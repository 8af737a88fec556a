import { type BundleContents, bundleFiles, manifestPath } from '../bundle/bundle.ts';
import { sha256Hex } from '../text/canonicalJson.ts';
import { computeReports } from '../visibility/runReport.ts';
import type { Brand } from './brand.ts';
import { reportPage } from './reportPage.ts';
import { sharedFile } from './sharedFile.ts';

export type FrozenReport = {
  /** File to share. */
  html: string;
  /** SHA-256 hex of the manifest of its bundle. */
  digest: string;
};

/** @param pack compresses a text and encodes it in base64 */
export function frozenReport(contents: BundleContents, brand: Brand, pack: (text: string) => string): FrozenReport {
  const { inputs, madeAt, versions, engineLabel, experiments, work } = contents;
  const reports = computeReports(inputs);
  const files = bundleFiles(contents, reports);
  const digest = sha256Hex(files.find(({ path }) => path === manifestPath)?.text ?? '');
  const page = reportPage({
    brand,
    name: inputs.website.name,
    reports,
    experiments,
    work,
    manifest: { madeAt, versions, engineLabel },
    digest,
  });
  const bundle = pack(JSON.stringify(Object.fromEntries(files.map(({ path, text }) => [path, text]))));
  return { html: sharedFile(page, { bundle, brand }), digest };
}
