/** Why a request was made: the analyser finds its evidence by purpose, never by guessing from a URL. */
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
  /** A page asked for again under a bot-like agent string, on a verified site whose owner allowed it. */
  'bot_ua',
  /** The file in which a website carries the token of its owner. */
  'verification',
  /** A page of others that answers cite. */
  'cited_page',
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
        /** A redirect led to a URL that robots.txt of its host closes to our token: not followed. */
        | 'blocked_robots'
        | 'too_many_redirects'
        | 'headers_too_large'
        | 'decode'
        | 'protocol';
      message: string;
    };

/** One request on the wire. The capture follows redirects itself, so a chain is a list of hops. */
export type Hop = { url: string; method: 'GET' | 'HEAD'; outcome: HopOutcome; remoteAddress: string | null };

/**
 * One logical fetch: its chain of hops and the body of the last one. Every host that was visited has a fetch of purpose
 * `robots`; the first one belongs to the home page's host. Gzipped sitemap files are kept unpacked.
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
  /** Decoded body of the last hop, at most the cap; null if there was none. Private: never projected. */
  body: Uint8Array | null;
  /** SHA-256 hex of `body`. */
  sha256: string | null;
  /** Decoded bytes seen, which is one more than the cap when truncated. */
  decodedBytes: number;
  truncated: boolean;
  ttfbMs: number | null;
  totalMs: number | null;
  tls: { protocol: string | null; validTo: string | null } | null;
  /** Present when the fetch was repeated after a failure: how often it was tried. The hops are those of the last try. */
  attempts?: number;
};

/** Findings of axe-core on a rendered page; `icon-glyph-name` is a rule of ours. */
export type AccessibilityReading = {
  /** `axe-core 4.14.1` */
  engine: string;
  findings: readonly {
    rule: string;
    /** `minor`, `moderate`, `serious` or `critical`. */
    impact: string;
    /** Elements that break the rule, and the CSS selectors of the first of them. */
    count: number;
    selectors: readonly string[];
  }[];
};

/** A text that the computed style hides, with the way, the place of its element, and its first 4000 characters. */
export type HiddenText = { by: string; path: string; text: string };

/** Page as a browser rendered it, for the checks that compare it with the raw HTML. */
export type RenderedPage = {
  /** The raw fetch it belongs to. */
  fetchId: string;
  url: string;
  html: string;
  sha256: string;
  /** Errors that its scripts threw while it was shown, at most five, cut to 160 characters. Absent if there were none. */
  scriptErrors?: readonly string[];
  /** Interactive nodes of the accessibility tree: role and accessible name, cut to 160 characters. */
  interactive: readonly { role: string; name: string }[];
  /** Null if the page did not let itself be audited; absent in captures of earlier versions. */
  accessibility?: AccessibilityReading | null;
  /** Absent in captures of earlier versions. */
  hiddenTexts?: readonly HiddenText[];
  /** Tools a page registered for agents. */
  webmcpTools: readonly { name: string; hasValidSchema: boolean }[];
};

export type CapturePlan = {
  homeUrl: string;
  registrableDomain: string;
  siteName: string;
  /** The frozen sample: a replay never samples again. */
  sample: readonly string[];
  pagesPlanned: number;
  limits: Readonly<Record<string, number>>;
  agent: string;
  robotsToken: string;
  /** The owner allowed bot-like agent strings, and the website carried its token when it was captured. */
  botParityAuthorised: boolean;
  /** Method of drawing the sample; absent in evidence taken before that was kept. */
  sampling?: {
    candidates: number;
    strata: readonly { segment: string; candidates: number; taken: number }[];
    marginal: { candidates: number; taken: number };
  };
  /**
   * Home sent its readers on without a status 3xx. It was followed once, where it stayed on the website: then the fetch of
   * purpose `home` that asked for `to` is the home page that is judged.
   */
  homeRedirect?: { kind: 'meta_refresh' | 'script'; from: string; to: string; followed: boolean };
  /** Place of the token. `missing`: the owner had allowed the comparison, and the token was not there any more. */
  ownership?: 'file' | 'meta' | 'missing';
  /** The owner's statement about Search Console's switch for generative answers; absent without one. */
  googleAiControl?: { setting: 'included' | 'excluded'; saidAt: string };
};

/** Everything a capture froze. The analyser is a pure function of this, with its clock at `capturedAt`. */
export type EvidenceBundle = {
  bundleVersion: 1;
  runId: string;
  capturedAt: string;
  plan: CapturePlan;
  fetches: readonly Fetch[];
  renderer: {
    available: boolean;
    /** `refused_as_root`: the server runs as root, where the browser has no sandbox, and its operator did not allow that. */
    reason: 'ok' | 'not_configured' | 'not_found' | 'refused_as_root' | 'failed';
    /**
     * Number of the browser's requests while it rendered; its bytes are in the budget. Absent if it rendered nothing.
     */
    requests?: number;
    /** Number of requests not sent because the robots.txt of a host that was read closes them to our token. */
    keptOutByRobots?: number;
  };
  rendered: readonly RenderedPage[];
  /** Pages that were planned and not fetched, with the reason. */
  skipped: readonly { url: string; reason: 'robots' | 'budget' | 'stopped' | 'cancelled' }[];
  budget: {
    requests: number;
    bytes: number;
    stoppedBy: null | 'requests' | 'bytes' | 'wall_time' | 'server_overload' | 'cancelled';
  };
};
