import { parentPort } from 'node:worker_threads';
import type { Readers } from '../../ports/foreignText.ts';

type Loaders = { [Name in keyof Readers]: () => Promise<Readers[Name]> };

/** Loaders of the readers. A thread loads only those it needs, so that reading an answer loads no HTML parser. */
const loaders: Loaders = {
  async answers() {
    const { readAnswer } = await import('../../domain/answer/readAnswer.ts');
    return (frozen) => frozen.map(readAnswer);
  },
  website: async () => (await import('../../domain/checks/analyze.ts')).analyze,
  pageTexts: async () => (await import('../../domain/experiments/pageTexts.ts')).pageTexts,
  async suggestions() {
    const [{ readPage }, { siteSuggestions }] = await Promise.all([
      import('../../domain/html/pageFacts.ts'),
      import('../../domain/websites/siteSuggestions.ts'),
    ]);
    return (body, contentType, url, domain) => siteSuggestions(readPage(body, contentType, url), domain);
  },
  bundle: async () => (await import('../../domain/bundle/verifyBundle.ts')).verifyBundle,
  bundledAnswers: async () => (await import('../../domain/bundle/verifyBundle.ts')).answersToRead,
  async sharedReport() {
    const [{ readContents }, { frozenReport }, { gzipSync }] = await Promise.all([
      import('../../domain/bundle/writtenContents.ts'),
      import('../../domain/sharing/frozenReport.ts'),
      import('node:zlib'),
    ]);
    return (contents, brand) =>
      frozenReport(readContents(contents), brand, (text) => gzipSync(text).toString('base64'));
  },
  references: async () => (await import('../../domain/html/references.ts')).readReferences,
  clientRedirect: async () => (await import('../../domain/capture/clientRedirect.ts')).clientRedirect,
  trustLinks: async () => (await import('../../domain/capture/probes.ts')).trustLinks,
  markdownLinks: async () => (await import('../../domain/html/references.ts')).readMarkdownLinks,
  sitemap: async () => (await import('../../domain/sitemaps/sitemapXml.ts')).readSitemap,
  sitemapEntries: async () => (await import('../../domain/checks/site.ts')).listSitemapEntries,
  robots: async () => (await import('../../domain/checks/robots.ts')).parseRobots,
  citedPage: async () => (await import('../../domain/citedPages/readCitedPage.ts')).readCitedPage,
  homeCarries: async () => (await import('../../domain/websites/homeCarries.ts')).homeCarries,
};

export type Job = { name: keyof Readers; input: readonly unknown[] };

/**
 * Messages of a thread about its job, in this order. The time limit counts from `begun`: loading a reader does not
 * count.
 */
export type Report = { kind: 'begun' } | { kind: 'done'; value: unknown } | { kind: 'threw'; message: string };

const say = (report: Report): void => parentPort?.postMessage(report);

parentPort?.on('message', async ({ name, input }: Job) => {
  const read = (await loaders[name]()) as (...given: readonly unknown[]) => unknown;
  say({ kind: 'begun' });
  let report: Report;
  try {
    report = { kind: 'done', value: read(...input) };
  } catch (cause) {
    report = { kind: 'threw', message: cause instanceof Error ? cause.message : String(cause) };
  }
  say(report);
});
