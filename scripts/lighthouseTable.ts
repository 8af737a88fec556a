/**
 * Checks of ours that name the defects found by an audit of Lighthouse. Audits of accessibility that are not listed are
 * rules of axe-core under their own names, and belong to `agent.names` or `agent.accessibility`.
 */
export const lighthouseAudits: Readonly<Record<string, { checks: readonly string[]; note?: string }>> = {
  'is-crawlable': { checks: ['index.robots_meta', 'access.robots.search_bots'] },
  'document-title': { checks: ['content.title'] },
  'meta-description': { checks: ['content.description'] },
  'http-status-code': { checks: ['access.page.status'] },
  'link-text': { checks: ['content.links'] },
  'crawlable-anchors': { checks: ['content.links', 'discovery.links.crawlable'] },
  'robots-txt': { checks: ['access.robots.syntax', 'access.robots.fetch'] },
  'image-alt': { checks: ['content.image_alt', 'agent.accessibility'] },
  hreflang: { checks: ['index.hreflang'] },
  canonical: { checks: ['index.canonical'] },
  'structured-data': { checks: ['schema.parse', 'schema.required'], note: 'manual in Lighthouse' },
  'html-has-lang': { checks: ['content.language', 'agent.accessibility'] },
  'html-lang-valid': { checks: ['content.language', 'agent.accessibility'] },
  'heading-order': { checks: ['content.headings', 'agent.accessibility'] },
  'agent-accessibility-tree': { checks: ['agent.names', 'agent.accessibility'] },
  'webmcp-form-coverage': { checks: ['agent.webmcp'], note: 'only informative in Lighthouse' },
  'webmcp-registered-tools': { checks: ['agent.webmcp'] },
  'webmcp-schema-validity': { checks: ['agent.webmcp'] },
  'llms-txt': { checks: ['agent.llms_txt'], note: 'its absence is not a defect here' },
  'ard-schema': { checks: ['agent.well_known'] },
  'cumulative-layout-shift': {
    checks: [],
    note: 'not in a capture: it needs images and fonts, which the capture does not load',
  },
};

/** Lighthouse audits of accessibility under the names of axe-core's rules, which our rendered pass runs as well. */
export const axeChecks: readonly string[] = ['agent.names', 'agent.accessibility'];
