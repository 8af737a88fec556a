import type { FrozenAnswer } from '../domain/answer/frozenAnswer.ts';
import type { AnswerReading } from '../domain/answer/reading.ts';
import type { FolderFiles } from '../domain/bundle/bundleFiles.ts';
import type { Verification } from '../domain/bundle/verifyBundle.ts';
import type { WrittenContents } from '../domain/bundle/writtenContents.ts';
import type { ClientRedirect } from '../domain/capture/clientRedirect.ts';
import type { WebsiteAnalysis } from '../domain/checks/analyze.ts';
import type { EvidenceBundle } from '../domain/checks/evidenceBundle.ts';
import type { RobotsFile } from '../domain/checks/robots.ts';
import type { CitedPageReading, CitingWebsite, FetchedPage } from '../domain/citedPages/readCitedPage.ts';
import type { PageReferences } from '../domain/html/references.ts';
import type { Brand } from '../domain/sharing/brand.ts';
import type { FrozenReport } from '../domain/sharing/frozenReport.ts';
import type { SitemapEntry, SitemapReading } from '../domain/sitemaps/sitemapXml.ts';
import type { SiteSuggestions } from '../domain/websites/siteSuggestions.ts';

/** Pure readers of text from strangers. Their input and output are plain data. */
export type Readers = {
  answers(frozen: readonly FrozenAnswer[]): AnswerReading[];
  /** Takes over the page bodies, which are empty for the caller afterwards. */
  website(bundle: EvidenceBundle): WebsiteAnalysis;
  /** Returns the SHA-256 of the main text of each captured page, by address. Takes over the page bodies. */
  pageTexts(bundle: EvidenceBundle): ReadonlyMap<string, string>;
  /** @param contentType header of the page; null if absent */
  suggestions(body: Uint8Array, contentType: string | null, url: string, domain: string): SiteSuggestions;
  /** @param readings by run id; null if reading again was interrupted */
  bundle(files: FolderFiles, readings: ReadonlyMap<string, AnswerReading | null>): Verification;
  bundledAnswers(files: FolderFiles): ReadonlyMap<string, FrozenAnswer>;
  /** Takes over the answers, which are empty for the caller afterwards. */
  sharedReport(contents: WrittenContents, brand: Brand): FrozenReport;
  references(html: string, url: string): PageReferences;
  clientRedirect(html: string, url: string): ClientRedirect | null;
  trustLinks(links: readonly { url: string; text: string }[], registrableDomain: string): string[];
  markdownLinks(text: string, url: string): string[];
  sitemap(text: string, limit: number): SitemapReading;
  /** Returns the sitemap entries among the fetches of a capture. */
  sitemapEntries(bundle: EvidenceBundle): SitemapEntry[];
  robots(body: Uint8Array): RobotsFile;
  /** @param asked what the workspace's websites need from the page */
  citedPage(page: FetchedPage, asked: readonly CitingWebsite[]): CitedPageReading;
  homeCarries(html: string, token: string): boolean;
};

/** Reason why a reader was stopped. `fault`: it threw, a bug of ours that this text revealed. */
type CutOff = { kind: 'cut_off'; by: 'time' | 'memory' | 'fault'; message: string };

export type Reading<Value> = { kind: 'read'; value: Value } | CutOff;

/** Runs the readers where no text can block the server: each is stopped at a limit of time and memory. */
export interface ForeignText {
  /**
   * Never rejects because of a text's contents.
   * @throws AppError temporarily_unavailable if too many wait already, or if the process is ending
   */
  read<Name extends keyof Readers>(
    name: Name,
    ...input: Parameters<Readers[Name]>
  ): Promise<Reading<ReturnType<Readers[Name]>>>;
}

export function valueOr<Value, Instead>(instead: Instead, reading: Reading<Value>): Value | Instead {
  return reading.kind === 'read' ? reading.value : instead;
}
