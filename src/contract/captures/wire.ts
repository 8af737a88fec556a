import { z } from 'zod';
import { categories, checkClasses } from '../../domain/checks/check.ts';
import { type GoogleAiControl, googleAiSettings } from '../../domain/websites/googleAiControl.ts';
import { verificationWays } from '../../domain/websites/siteVerification.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { runSummarySchema } from '../runs/schemas.ts';
import { sameShape } from '../sameShape.ts';
import { each, idParams, recordId } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';

const verdict = z.enum(['pass', 'warn', 'fail', 'not_applicable', 'unmeasured']).nullable();
export const analysisDiffSchema = z
  .strictObject({
    changed: z.array(z.strictObject({ id: z.string(), before: verdict, after: verdict })),
    unchanged: z.int().min(0),
    ...each(z.boolean(), 'sameAnalyzer sameBotTable sameEvidenceTime sameDigest'),
  })
  .meta({ id: 'AnalysisDiff', description: 'Verdicts that differ between two analyses of one website.' });

const way = z.enum(verificationWays);
const look = z.strictObject({ way, url: z.string(), status: z.int().nullable(), problem: z.string().nullable() });

/** Proof that an owner controls a website, and the owner-only settings. v1 has no token for it. */
export const verificationSchema = z.strictObject({
  token: z.string(),
  verifiedAt: instant.nullable(),
  way: way.nullable(),
  lastLook: z.strictObject({ at: instant, looked: z.array(look) }).nullable(),
  compareBotAgents: z.boolean(),
  places: z.array(z.strictObject({ way, url: z.string(), content: z.string() })),
});

const verification = z.strictObject({ verification: verificationSchema });

const setting = z.enum(googleAiSettings);
const control = z.strictObject({
  control: sameShape<GoogleAiControl>()(
    z.strictObject({ setting, saidBy: z.string(), saidAt: instant }).meta({
      id: 'GoogleAiControl',
      description: "The owner's statement, because Search Console's switch is not visible from outside.",
    }),
  ).nullable(),
});

/** Captures, and proof of a website's ownership. */
export const websitesWire = {
  readVerification: wireShape({ params: idParams, output: verification }),
  checkVerification: wireShape({ params: idParams, body: z.strictObject({}), output: verification }),
  changeVerification: wireShape({
    params: idParams,
    body: z.strictObject({ compareBotAgents: z.boolean() }),
    output: verification,
  }),
  readGoogleAiControl: wireShape({ params: idParams, output: control }),
  changeGoogleAiControl: wireShape({
    params: idParams,
    body: z.strictObject({ setting: setting.nullable().meta({ description: 'null withdraws the statement.' }) }),
    output: control,
  }),
  listWebsiteChecks: wireShape({
    query: z.strictObject(pageQuery),
    output: pageOfItems(
      z.strictObject({ id: z.string(), title: z.string(), class: z.enum(checkClasses), category: z.enum(categories) }),
    ),
  }),
  compareWebsiteRuns: wireShape({
    query: z.strictObject({ before: recordId, after: recordId }),
    output: z.strictObject({ diff: analysisDiffSchema }),
  }),
  replayWebsite: wireShape({
    params: idParams,
    body: z.strictObject({}),
    output: z.strictObject({ run: runSummarySchema, diff: analysisDiffSchema }),
    statuses: [201],
  }),
  suggestFromSite: wireShape({
    body: z.strictObject({ url: z.string().trim().min(1).max(2_000) }),
    output: z.strictObject({
      url: z.string(),
      domain: z.string(),
      name: z.string().nullable(),
      aliases: z.array(z.string()),
      categories: z
        .array(z.string())
        .meta({ description: 'Kinds of offer that the page names, such as `invoicing app`.' }),
      questions: z.array(z.string()),
      problem: z.string().nullable(),
    }),
  }),
};
