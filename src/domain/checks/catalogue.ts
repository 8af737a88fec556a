import * as probes from './access/probeChecks.ts';
import * as responses from './access/responses.ts';
import * as robotsFile from './access/robotsFile.ts';
import * as robotsRules from './access/robotsRules.ts';
import * as accessibility from './accessibility.ts';
import * as agent from './agent.ts';
import type { Category, Check } from './check.ts';
import * as article from './content/article.ts';
import * as body from './content/body.ts';
import * as head from './content/head.ts';
import { hiddenInstructions } from './content/hiddenInstructionsCheck.ts';
import * as identity from './content/identityChecks.ts';
import { lead } from './content/lead.ts';
import { links } from './content/linkTextCheck.ts';
import * as discoveryLinks from './discovery/linkChecks.ts';
import * as sitemapEntries from './discovery/sitemapEntries.ts';
import * as sitemapFiles from './discovery/sitemapFiles.ts';
import * as indexing from './indexing.ts';
import * as policy from './policy.ts';
import * as rendering from './rendering.ts';
import * as schema from './structuredData.ts';

const checks: readonly Check[] = [
  robotsFile.robotsFetch,
  robotsFile.robotsSyntax,
  robotsRules.searchBots,
  robotsRules.userFetchers,
  robotsRules.trainingPolicy,
  robotsRules.googleExtended,
  robotsRules.deadTokens,
  responses.pageStatus,
  responses.pageRedirects,
  probes.https,
  probes.soft404,
  responses.challenge,
  probes.botUaParity,
  probes.urlVariants,
  sitemapFiles.sitemapPresent,
  sitemapFiles.sitemapLimits,
  sitemapEntries.sitemapQuality,
  sitemapEntries.sitemapLastmod,
  discoveryLinks.linksCrawlable,
  discoveryLinks.depth,
  rendering.charset,
  rendering.rawText,
  rendering.rawVsRendered,
  rendering.metaParity,
  rendering.htmlBytes,
  rendering.ttfb,
  rendering.validators,
  indexing.robotsMeta,
  indexing.snippetControls,
  indexing.canonical,
  indexing.hreflang,
  indexing.noai,
  head.title,
  head.description,
  head.headings,
  body.extractable,
  lead,
  article.dates,
  article.authorship,
  article.evidenceCheck,
  body.nearDuplicate,
  head.language,
  body.imageAlt,
  identity.identityFacts,
  hiddenInstructions,
  identity.trustPages,
  links,
  schema.jsonLdSyntax,
  schema.identity,
  schema.requiredProperties,
  schema.matchesText,
  schema.retiredTypesCheck,
  schema.openGraph,
  policy.contentSignal,
  policy.contentUsage,
  policy.googleAiControl,
  agent.llmsTxt,
  agent.markdown,
  agent.wellKnown,
  accessibility.names,
  accessibility.accessibility,
  agent.webmcp,
];

/** Beginnings of ids that are not the name of their category. */
const categoryOf: Readonly<Record<string, Category>> = { render: 'rendering', social: 'schema' };

/** Every check, in the order of the documentation, with its category: the beginning of its id. */
export const catalogue: readonly (Check & { category: Category })[] = checks.map((check) => {
  const [place = ''] = check.id.split('.');
  return { ...check, category: categoryOf[place] ?? (place as Category) };
});
