/**
 * V documented by the vendor, S standard or RFC, S-draft draft of one, R study, C correlation only, F folklore, 0
 * studies found no effect.
 */
export const strengths = {
  V: 'documented by the vendor',
  S: 'standard or RFC',
  'S-draft': 'draft of a standard',
  R: 'study',
  C: 'correlation only',
  F: 'folklore: widely repeated, not proven',
  '0': 'studies found no effect',
} as const;
export type Strength = keyof typeof strengths;

export type Source = {
  label: string;
  url?: string;
  strength: Strength;
  /** False if the page was not read again for this release: read it before quoting it. */
  reread: boolean;
};

function source(strength: Strength, label: string, url?: string): Source {
  return { label, ...(url === undefined ? {} : { url }), strength, reread: true };
}

/** Declares a known source that was not read again. */
function isKnown(strength: Strength, label: string, url?: string): Source {
  return { label, ...(url === undefined ? {} : { url }), strength, reread: false };
}

export const sources = {
  rfc9309: source('S', 'RFC 9309, Robots Exclusion Protocol', 'https://www.rfc-editor.org/rfc/rfc9309'),
  googleRobots: source(
    'V',
    'Google: how it treats status codes of robots.txt (429 as a server error; read in copies)',
    'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
  ),
  googleParser: source('V', 'Google: the robots.txt parser it published', 'https://github.com/google/robotstxt'),
  openai: source('V', 'OpenAI: crawlers', 'https://developers.openai.com/api/docs/bots'),
  anthropic: source(
    'V',
    'Anthropic: crawlers and how to block them',
    'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
  ),
  googleAi: source(
    'V',
    'Google: AI features and your website',
    'https://developers.google.com/search/docs/appearance/ai-features',
  ),
  googleGrounding: source('V', 'Google Cloud: note for publishers on grounding with Google Search'),
  googleSizes: source('V', 'Googlebot reads the first 2 MB of a page (as reported in 2026)'),
  vercel: source(
    'R',
    'Vercel and MERJ: how AI crawlers fetch and render, December 2024',
    'https://vercel.com/blog/the-rise-of-the-ai-crawler',
  ),
  accidentalBlocks: source('F', 'Accidental blocks through the * group are the most common case'),
  edgeBlocks: source(
    'C',
    'geo-optimizer-skill and squirrelscan: blocks at the edge sit outside robots.txt',
    'https://docs.squirrelscan.com/rules/ax',
  ),
  nameBlocks: source('F', 'Blocks by agent name exist; address ranges of vendors cannot be imitated'),
  https: isKnown('V', 'Mixed http and https variants split a page’s identity'),
  soft404: isKnown('V', 'Soft 404 pages fill an index with empty pages'),
  variants: isKnown('V', 'Duplicate addresses are consolidated, at a cost'),
  sitemaps: isKnown('S', 'sitemaps.org protocol', 'https://www.sitemaps.org/protocol.html'),
  sitemapQuality: isKnown('V', 'Conflicting signals in sitemaps waste fetches'),
  lastmod: isKnown('V', 'lastmod is used only while it is consistently accurate'),
  depth: isKnown('V', 'Crawl economy: pages far from home are fetched less'),
  depthFolklore: source('F', 'No answer engine documents an effect of click depth'),
  htmlEncoding: isKnown(
    'S',
    'HTML standard: determining the character encoding',
    'https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding',
  ),
  ttfb: isKnown('V', 'web.dev bands for time to first byte', 'https://web.dev/articles/ttfb'),
  validators: isKnown('S', 'RFC 9110 and RFC 9111, conditional requests', 'https://www.rfc-editor.org/rfc/rfc9110'),
  bingChat: isKnown('V', 'Bing Webmaster blog, September 2023: noarchive and nocache in chat'),
  canonical: isKnown('V', 'Google: consolidation of duplicate addresses'),
  hreflang: isKnown('V', 'Google and Lighthouse: localised versions of a page'),
  noai: source('F', 'No major answer engine documents noai'),
  title: isKnown('V', 'Lighthouse: document-title'),
  headline: source('C', 'Fit of headline and question'),
  description: isKnown('V', 'Lighthouse: meta-description'),
  headings: source('F', 'Structure helps extraction'),
  lead: source('C', 'Growth Memo: 44.2 % of matched citations fell in the first 30 % of a text (one author)'),
  freshness: source('C', 'Correlation of freshness and citation'),
  geo: source('R', 'Aggarwal et al., KDD 2024', 'https://arxiv.org/abs/2311.09735'),
  cseo: source('0', 'C-SEO Bench, NeurIPS 2025: 3 of 54 cells significant'),
  nearDuplicate: isKnown('V', 'Scaled duplicate pages'),
  lang: isKnown('V', 'Lighthouse: html-has-lang and valid-lang'),
  linkText: isKnown('V', 'Lighthouse: link-text and crawlable-anchors'),
  imageAlt: isKnown('V', 'Lighthouse: image-alt'),
  entity: source('C', 'Consistency of an entity’s facts'),
  hiddenText: isKnown('V', 'Google spam policies: hidden text'),
  injection: source(
    'C',
    'geo-optimizer-skill: hidden instructions as a risk',
    'https://github.com/Auriti-Labs/geo-optimizer-skill',
  ),
  trust: isKnown('V', 'Google quality guidance: the people responsible for a page'),
  trustFolklore: source('F', 'No answer engine documents an effect of trust pages'),
  structuredData: isKnown('V', 'Google: structured data documentation'),
  disambiguation: isKnown('V', 'Google: organisation structured data and sameAs'),
  schemaStudy: source('0', 'Ahrefs, May 2026: added JSON-LD gave no lift in citations (1 885 pages)'),
  requiredProperties: isKnown('V', 'Google: required properties of rich results'),
  matchText: isKnown('V', 'Google: structured data must match what is shown'),
  retired: source('V', 'Google: HowTo and FAQ rich results removed or restricted since 2023'),
  retiredClaims: source('C', 'Claims that FAQ markup lifts citations'),
  openGraph: isKnown('V', 'Open Graph: link previews', 'https://ogp.me/'),
  openGraphFolklore: source('F', 'No answer engine documents an effect of Open Graph'),
  contentSignals: source(
    'S-draft',
    'contentsignals.org and an expired individual draft',
    'https://contentsignals.org/',
  ),
  aipref: source(
    'S-draft',
    'IETF AIPREF working group draft',
    'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
  ),
  trainingSignal: isKnown(
    'S-draft',
    'Shared training preference signal, Internet-Draft of 30 October 2026 (its abstract was read)',
    'https://datatracker.ietf.org/doc/html/draft-kelley-aipref-training-preference-signal',
  ),
  ard: source(
    'S-draft',
    'Agentic Resource Discovery: AI Catalog and Agentmap, a draft (read in copies)',
    'https://github.com/Agent-Card/ai-catalog',
  ),
  llmsTxtStudies: source('0', 'Studies of llms.txt: no correlation over about 300 000 domains; most files unrequested'),
  lighthouseAgents: source('V', 'Lighthouse 13.3: agentic browsing audits'),
  axe: source(
    'V',
    'axe-core: rules and what they mean',
    'https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md',
  ),
  markdown: source('C', 'Cloudflare agent readiness, April 2026: fewer tokens for agents; 3.9 % adoption'),
  wellKnown: source('S-draft', 'SEP-1649 draft, Agent2Agent 1.0, RFC 9727'),
  wellKnownAdoption: source(
    'C',
    'squirrelscan: found on less than 0.01 % of sites',
    'https://docs.squirrelscan.com/rules/ax',
  ),
  webmcp: source('S-draft', 'W3C community group draft, Chrome origin trial M149 to M156'),
} as const satisfies Readonly<Record<string, Source>>;
