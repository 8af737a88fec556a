import { z } from 'zod';
import type { CapturedPage, CheckResult, OutcomeCounts, WebsiteResult } from '../../domain/checks/analyze.ts';
import { categories, checkClasses, outcomes, type PageCounts, unmeasuredReasons } from '../../domain/checks/check.ts';
import type { Coverage } from '../../domain/checks/coverage.ts';
import { purposes } from '../../domain/checks/evidenceBundle.ts';
import { type Source, type Strength, strengths } from '../../domain/checks/sources.ts';
import type { JsonValue } from '../../domain/text/canonicalJson.ts';
import { fillRecord } from '../../domain/text/fillRecord.ts';
import { instant } from '../instant.ts';
import { sameShape } from '../sameShape.ts';

/** Wire shape of a website result, equal to the analyser's. */

const count = z.int().min(0);
const strength = z.enum(Object.keys(strengths) as [Strength, ...Strength[]]);

const outcomeCountsSchema = sameShape<OutcomeCounts>()(
  z
    .strictObject({ pass: count, warn: count, fail: count, not_applicable: count, unmeasured: count })
    .meta({ id: 'OutcomeCounts' }),
);

const sourceSchema = sameShape<Source>()(
  z
    .strictObject({
      label: z.string(),
      url: z.string().exactOptional(),
      strength,
      reread: z.boolean().meta({ description: 'False where the page was not read again for this release.' }),
    })
    .meta({ id: 'CheckSource' }),
);

const pageCountsSchema = sameShape<PageCounts>()(
  z
    .strictObject({ pass: count, warn: count, fail: count, notApplicable: count, unmeasured: count })
    .meta({ id: 'PageCounts' }),
);

/** Measured facts in any JSON shape: each check has its own. */
const evidenceValue = z.unknown() as unknown as z.ZodType<JsonValue>;

const checkResultSchema = sameShape<CheckResult>()(
  z
    .strictObject({
      id: z.string(),
      class: z.enum(checkClasses),
      category: z.enum(categories),
      outcome: z.enum(outcomes),
      title: z.string(),
      evidence: z.record(z.string(), evidenceValue),
      evidenceLine: z.string().max(300),
      rule: z.string(),
      remediation: z.string(),
      sources: z.array(sourceSchema),
      strength: strength.meta({ description: 'Strength of the evidence that this check matters.' }),
      pages: pageCountsSchema.exactOptional(),
    })
    .meta({ id: 'CheckResult' }),
);

const coverageSchema = sameShape<Coverage>()(
  z
    .strictObject({
      capturedAt: instant,
      replayOf: z.string().nullable().meta({ description: 'Run whose frozen evidence is replayed here.' }),
      analyzerVersion: z.string(),
      botTableVersion: z.string(),
      pages: z.strictObject({
        ...fillRecord('planned captured failed blockedByRobots blockedByChallenge truncated rendered', count),
      }),
      renderer: z.strictObject({
        available: z.boolean(),
        reason: z.string(),
        requests: z.exactOptional(count),
        keptOutByRobots: z.exactOptional(count),
      }),
      checks: z.strictObject({
        ...fillRecord('defined measured notApplicable unmeasured', count),
        byReason: z.record(z.string(), count),
      }),
      unmeasured: z.array(
        z.strictObject({ id: z.string(), reason: z.enum(unmeasuredReasons), why: z.string().max(300).exactOptional() }),
      ),
      sampling: z
        .strictObject({
          candidates: count,
          strata: z.array(z.strictObject({ segment: z.string(), candidates: count, taken: count })),
          marginal: z.strictObject({ candidates: count, taken: count }),
        })
        .exactOptional()
        .meta({ description: 'Selection of the pages, in proportion to the size of each part of the website.' }),
      sitemaps: z.strictObject({ declared: count, read: count, urlsSeen: count, urlsTruncated: z.boolean() }),
      budget: z.strictObject({ requests: count, bytes: count, stoppedBy: z.string().nullable() }),
    })
    .meta({ id: 'CheckCoverage' }),
);

const capturedPageSchema = sameShape<CapturedPage>()(
  z
    .strictObject({
      url: z.string(),
      status: z.int().nullable(),
      contentType: z.string().nullable(),
      bytes: count,
      sha256: z.string().nullable(),
      capturedAt: instant,
      source: z.enum(purposes),
    })
    .meta({ id: 'CapturedPage' }),
);

const byClass = { gate: outcomeCountsSchema, core: outcomeCountsSchema, hygiene: outcomeCountsSchema };
const byCategory = {
  access: outcomeCountsSchema,
  discovery: outcomeCountsSchema,
  rendering: outcomeCountsSchema,
  index: outcomeCountsSchema,
  content: outcomeCountsSchema,
  schema: outcomeCountsSchema,
  policy: outcomeCountsSchema,
  agent: outcomeCountsSchema,
};

export const websiteResultSchema = sameShape<WebsiteResult>()(
  z
    .strictObject({
      checks: z.array(checkResultSchema),
      counts: z.strictObject({
        byClass: z.strictObject({ ...byClass, emerging: outcomeCountsSchema }),
        byCategory: z.strictObject(byCategory),
      }),
      coverage: coverageSchema,
      pages: z.array(capturedPageSchema),
      limitations: z.array(z.string()),
    })
    .meta({
      id: 'WebsiteResult',
      description: 'Verification checks over captured pages. They do not measure search rank.',
    }),
);
