/** Purposes of a request: the analyser finds its evidence by purpose, never by guessing from a URL. */
export const purposes = [
  'robots',
  'home',
  'sitemap',
  'not_found_probe',
  'variant',
  'well_known',
  'llms_txt',
  'llms_txt_link',
  'markdown',
  'page',
  'validator',
  'ttfb',
  'canonical',
  'hreflang',
  'image',
  'trust_page',
  'sitemap_sample',
  /** A page requested again under a bot-like agent string, on a verified site whose owner allowed it. */
  'bot_ua',
  /** The file in which a website publishes its owner's token. */
  'verification',
  /** A third-party page that answers cite. */
  'cited_page',
  /** A page whose change an experiment measures. */
  'experiment_page',
] as const;
export type Purpose = (typeof purposes)[number];

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Outcome of one hop. Every failure is a measured fact, with a stable code. */
export type HopOutcome =
  | { kind: 'response'; status: number; headers: HeaderList }
  | {
      kind: 'error';
      code:
        | 'dns'
        | 'refused'
        | 'reset'
        | 'tls'
        | 'timeout'
        | 'blocked_address'
        | 'blocked_port'
        | 'blocked_scheme'
        | 'blocked_downgrade'
        /** A redirect led to a URL that its host's robots.txt disallows for our token, so it was not followed. */
        | 'blocked_robots'
        | 'too_many_redirects'
        | 'headers_too_large'
        | 'decode'
        | 'protocol';
      message: string;
    };

/** One HTTP request. The capture follows redirects itself, so a chain is a list of hops. */
export type Hop = { url: string; method: 'GET' | 'HEAD'; outcome: HopOutcome; remoteAddress: string | null };

/**
 * One logical request: its chain of hops and the body of the last one. Every visited host has a fetch of purpose
 * `robots`; the first belongs to the home page's host. Gzipped sitemap files are stored unpacked.
 */
export type Fetch = {
  /** Stable within the bundle: `f001`, `f002`, … in capture order. */
  id: string;
  purpose: Purpose;
  requestedUrl: string;
  requestHeaders: HeaderList;
  /** ISO 8601 UTC. */
  startedAt: string;
  hops: readonly Hop[];
  /** Decoded body of the last hop, up to the cap; null if there was none. Private: never projected. */
  body: Uint8Array | null;
  /** SHA-256 hex of `body`. */
  sha256: string | null;
  /** Decoded bytes received, one more than the cap if truncated. */
  decodedBytes: number;
  truncated: boolean;
  ttfbMs: number | null;
  totalMs: number | null;
  tls: { protocol: string | null; validTo: string | null } | null;
  /** Number of attempts, present when a failed fetch was repeated. The hops are those of the last attempt. */
  attempts?: number;
};

/** Findings of axe-core on a rendered page; `icon-glyph-name` is our own rule. */
export type AccessibilityReading = {
  /** `axe-core 4.14.1` */
  engine: string;
  findings: readonly {
    rule: string;
    /** `minor`, `moderate`, `serious` or `critical`. */
    impact: string;
    /** Number of elements that break the rule, with CSS selectors of the first ones. */
    count: number;
    selectors: readonly string[];
  }[];
};

/** Text hidden by computed style: the method, the element's path, and its first 4000 characters. */
export type HiddenText = { by: string; path: string; text: string };

/** Page as a browser rendered it, for the checks that compare it with the raw HTML. */
export type RenderedPage = {
  /** The raw fetch it belongs to. */
  fetchId: string;
  url: string;
  html: string;
  sha256: string;
  /** Errors thrown by its scripts during rendering, at most five, cut to 160 characters. Absent if there were none. */
  scriptErrors?: readonly string[];
  /** Interactive nodes of the accessibility tree: role and accessible name, cut to 160 characters. */
  interactive: readonly { role: string; name: string }[];
  /** Null if the page could not be audited; absent in captures of earlier versions. */
  accessibility?: AccessibilityReading | null;
  /** Absent in captures of earlier versions. */
  hiddenTexts?: readonly HiddenText[];
  /** Tools that a page registers for agents. */
  webmcpTools: readonly { name: string; hasValidSchema: boolean }[];
};

export type CapturePlan = {
  homeUrl: string;
  registrableDomain: string;
  siteName: string;
  /** The frozen sample, so that a replay never samples again. */
  sample: readonly string[];
  pagesPlanned: number;
  limits: Readonly<Record<string, number>>;
  agent: string;
  robotsToken: string;
  /** True if the owner allowed bot-like user agents and the website served its token during the capture. */
  botParityAuthorised: boolean;
  /** Method of drawing the sample; absent in older evidence. */
  sampling?: {
    candidates: number;
    strata: readonly { segment: string; candidates: number; taken: number }[];
    marginal: { candidates: number; taken: number };
  };
  /**
   * Home redirected without a 3xx status. The redirect was followed once if it stayed on the website; the fetch of
   * purpose `home` that requested `to` is then the home page that is judged.
   */
  homeRedirect?: { kind: 'meta_refresh' | 'script'; from: string; to: string; followed: boolean };
  /** Location of the token. `missing`: the owner had allowed the comparison, but the token was gone. */
  ownership?: 'file' | 'meta' | 'missing';
  /** The owner's statement about Search Console's control for generative answers; absent without one. */
  googleAiControl?: { setting: 'included' | 'excluded'; saidAt: string };
};

/** Everything a capture saved. The analyser is a pure function of this, with `capturedAt` as its clock. */
export type EvidenceBundle = {
  bundleVersion: 1;
  runId: string;
  capturedAt: string;
  plan: CapturePlan;
  fetches: readonly Fetch[];
  renderer: {
    available: boolean;
    /**
     * `refused_as_root`: the server runs as root, where the browser has no sandbox, and the operator has not allowed
     * this.
     */
    reason: 'ok' | 'not_configured' | 'not_found' | 'refused_as_root' | 'failed';
    /**
     * Number of requests the browser sent while rendering; their bytes count against the budget. Absent if nothing was
     * rendered.
     */
    requests?: number;
    /** Number of requests not sent because their host's robots.txt closes them to our token. */
    keptOutByRobots?: number;
  };
  rendered: readonly RenderedPage[];
  /** Planned pages that were not fetched, with the reason. */
  skipped: readonly { url: string; reason: 'robots' | 'budget' | 'stopped' | 'cancelled' }[];
  budget: {
    requests: number;
    bytes: number;
    stoppedBy: null | 'requests' | 'bytes' | 'wall_time' | 'server_overload' | 'cancelled';
  };
};
