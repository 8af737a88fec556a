import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { EvidenceBundle } from '../domain/checks/evidenceBundle.ts';
import type { FetchedPage } from '../domain/citedPages/readCitedPage.ts';
import type { TokenLook } from '../domain/websites/siteVerification.ts';

/**
 * Request to capture one website, fully decided. `registrableDomain` is the host itself for addresses and `localhost`.
 */
export type CaptureRequest = {
  runId: string;
  homeUrl: string;
  registrableDomain: string;
  siteName: string;
  /** Missing limits take their default. */
  limits: Partial<CaptureLimits>;
  /** The whole agent string, with a contact URL. */
  agent: string;
  /** The product token of `agent` that robots.txt is read for. */
  robotsToken: string;
  /**
   * Website's own token, when its owner enabled the comparison with bot-like agent strings. It is searched for first,
   * and without it nothing is compared. Null: no comparison.
   */
  ownerToken: string | null;
};

export type TokenRequest = Omit<CaptureRequest, 'siteName' | 'ownerToken'> & { token: string };

export type CaptureHooks = {
  /** Asked between requests and while waiting. True ends the capture with `stoppedBy: 'cancelled'`. */
  shouldStop(): boolean | Promise<boolean>;
  onProgress?(progress: CaptureProgress): void;
};

/** Progress, reported before and after each request. */
export type CaptureProgress = {
  requests: number;
  bytes: number;
  /** Pages read so far, home included, of those planned; the plan is null until the sample is drawn. */
  pagesCaptured: number;
  pagesPlanned: number | null;
  /** Address being read. */
  url: string;
};

export type CaptureOutcome =
  /** The bundle holds what was seen, also when the capture stopped early: see `budget.stoppedBy` and `skipped`. */
  | { kind: 'captured'; bundle: EvidenceBundle }
  /** Not one request was answered. `error` is `code: sentence`, fit to show to the owner. */
  | { kind: 'nothing_captured'; error: string; requests: number };

/** A wish to read single pages of strangers, one after the other, as visitors of one host. */
export type PagesRequest = Pick<CaptureRequest, 'agent' | 'robotsToken' | 'limits'>;

export type PageAttempt =
  /** `bundle` holds what was fetched for this page, to be kept as its archive. */
  | { kind: 'fetched'; page: FetchedPage; bundle: EvidenceBundle }
  /** robots.txt blocks the page or could not be read. The page was not requested. */
  | { kind: 'robots' }
  /** Nothing was requested: the caller stops, or the server asks to be left alone. */
  | { kind: 'stopped'; overloaded: boolean };

export interface PageVisit {
  /** Reads one page, and once for the visit a path that no website has. Never throws for what the far end does. */
  read(url: string, runId: string): Promise<PageAttempt>;
}

/** Makes frozen evidence of a website. Sends GET and HEAD only; never throws for anything the website does. */
export interface PageCapture {
  capture(request: CaptureRequest, hooks: CaptureHooks): Promise<CaptureOutcome>;
  /** Searches for the token of a website's owner, and for nothing else. */
  lookForToken(request: TokenRequest): Promise<TokenLook>;
  /** Reads robots.txt of each host once for the whole visit. */
  visit(request: PagesRequest, hooks: Pick<CaptureHooks, 'shouldStop'>): Promise<PageVisit>;
}
