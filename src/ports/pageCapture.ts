import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { EvidenceBundle } from '../domain/checks/evidenceBundle.ts';
import type { FetchedPage } from '../domain/citedPages/readCitedPage.ts';
import type { TokenCheck } from '../domain/websites/siteVerification.ts';

/**
 * Request to capture one website, fully decided. `registrableDomain` is the host itself for IP addresses and
 * `localhost`.
 */
export type CaptureRequest = {
  runId: string;
  homeUrl: string;
  registrableDomain: string;
  siteName: string;
  /** Missing limits use their defaults. */
  limits: Partial<CaptureLimits>;
  /** The complete agent string, with a contact URL. */
  agent: string;
  /** Name within `agent` for which robots.txt is read. */
  robotsToken: string;
  /**
   * Website's own token, if its owner enabled the comparison with bot-like user agents. It is searched for first, and
   * without it nothing is compared. Null: no comparison.
   */
  ownerToken: string | null;
  /** Pages to read whether or not the sample holds them; no check counts them. */
  experimentPages: readonly string[];
};

export type TokenRequest = Omit<CaptureRequest, 'siteName' | 'ownerToken' | 'experimentPages'> & { token: string };

export type CaptureHooks = {
  /** Called between requests and while waiting. True ends the capture with `stoppedBy: 'cancelled'`. */
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
  /** The bundle contains what was seen, even if the capture stopped early: see `budget.stoppedBy` and `skipped`. */
  | { kind: 'captured'; bundle: EvidenceBundle }
  /** No request was answered. `error` is `code: sentence`, suitable for the owner. */
  | { kind: 'nothing_captured'; error: string; requests: number };

/** Request to read single third-party pages, one after the other, during one visit to a host. */
export type PagesRequest = Pick<CaptureRequest, 'agent' | 'robotsToken' | 'limits'>;

export type PageAttempt =
  /** `bundle` contains the fetches of this page, to be stored as its archive. */
  | { kind: 'fetched'; page: FetchedPage; bundle: EvidenceBundle }
  /** robots.txt blocks the page or could not be read. The page was not requested. */
  | { kind: 'robots' }
  /** Nothing was requested: the caller stops, or the server asked not to be contacted. */
  | { kind: 'stopped'; overloaded: boolean };

export interface PageVisit {
  /** Reads one page, and once per visit a path that no website has. Never throws because of the other side. */
  read(url: string, runId: string): Promise<PageAttempt>;
}

/** Creates frozen evidence of a website. Sends only GET and HEAD; never throws because of the website. */
export interface PageCapture {
  capture(request: CaptureRequest, hooks: CaptureHooks): Promise<CaptureOutcome>;
  /** Searches only for the token of a website's owner. */
  checkForToken(request: TokenRequest): Promise<TokenCheck>;
  /** Reads each host's robots.txt once for the whole visit. */
  visit(request: PagesRequest, hooks: Pick<CaptureHooks, 'shouldStop'>): Promise<PageVisit>;
}
