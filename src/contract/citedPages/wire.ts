import { z } from 'zod';
import {
  citedKinds,
  dateBases,
  keepDays,
  linkKinds,
  maxExcerpt,
  pageOutcomes,
  pagesPerDay,
  rereadDays,
} from '../../domain/citedPages/citedPage.ts';
import { gapStates } from '../../domain/citedPages/sourceGaps.ts';
import { notJudgedReasons, supportVerdicts } from '../../domain/support/supportVerdict.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { each, idParams, lineOf, recordId } from '../schemas.ts';
import { count, fraction, interval } from '../visibility/parts.ts';
import { noContent, wireShape } from '../wireShape.ts';

const outcome = z.enum(pageOutcomes).meta({
  description: 'Outcome of reading the page. Only `read` pages are judged; other outcomes are never a no.',
});
const place = z.int().min(1).nullable().meta({ description: 'Place in the page’s own list; null: not in the list.' });
const excerpt = z
  .string()
  .nullable()
  .meta({ description: `Quotation of the page, at most ${maxExcerpt} characters; emails and phones masked.` });
const dateSchema = z
  .strictObject({ date: z.iso.date(), basis: z.enum(dateBases) })
  .nullable()
  .meta({ description: 'Date that the page states, with its place. `last_modified` is weak.' });

const nameSchema = z
  .strictObject({ name: z.string(), domain: z.string().nullable(), who: z.enum(['us', 'rival', 'other']), place })
  .meta({ id: 'PageName' });

const viewSchema = z
  .strictObject({
    namesUs: z.boolean(),
    lostSince: instant.nullable().meta({ description: 'First reading without the website after one that named it.' }),
    ourPlace: place,
    listed: count,
    names: z.array(nameSchema),
    link: z.enum(linkKinds),
    excerpt,
    facts: z.array(
      z.strictObject({
        factId: z.string(),
        version: count,
        ...each(z.string(), 'verdict value excerpt'),
      }),
    ),
  })
  .meta({ id: 'PageView', description: 'The page’s statements about the website.' });

const readingSchema = z
  .strictObject({
    readAt: instant,
    outcome,
    status: z.int().nullable(),
    finalUrl: z.string(),
    title: z.string().nullable(),
    language: z.string().nullable(),
    date: dateSchema,
    changedAt: instant.nullable().meta({ description: 'Last reading with a changed main text; null: never changed.' }),
    author: z.string().nullable(),
    contactUrl: z.string().nullable(),
    words: count,
    reserved: z.boolean().meta({ description: 'The page reserves text and data mining: no copy is kept.' }),
    interrupted: z.boolean(),
    archive: z.enum(['kept', 'none', 'deleted']),
    textDigest: z.string().nullable(),
    view: viewSchema.nullable(),
  })
  .meta({ id: 'PageReading' });

const pageSchema = z
  .strictObject({
    ...each(z.string(), 'id url host'),
    state: z.enum(['waiting', 'reading', 'judging', 'idle']),
    reading: readingSchema.nullable().meta({ description: 'Newest reading; null: it was never read.' }),
  })
  .meta({ id: 'CitedPage' });

const ofWebsite = z.strictObject({ websiteId: recordId.meta({ description: 'Website of the workspace.' }) });

const settings = z
  .strictObject({
    keepDays: z.int().min(0).max(keepDays.most).meta({
      description: 'Days to keep copies of pages, so that they can be judged again without a request. 0: keep none.',
    }),
    planIds: z.array(recordId).max(50).meta({ description: 'Plans after whose rounds cited pages are read.' }),
    forgottenHosts: z.array(z.string()),
  })
  .meta({ id: 'CitedPageSettings' });

const judgementSchema = z
  .strictObject({
    verdict: z.enum(supportVerdicts),
    reason: z.enum(notJudgedReasons).nullable(),
    run: count.meta({ description: 'Longest common run of words.' }),
    share: z.number().min(0).max(1).meta({
      description: 'Largest share of the sentence’s content words in three consecutive sentences of the page.',
    }),
    numbers: z.boolean().meta({ description: 'All numbers of the sentence appear on the page.' }),
    excerpt,
    fragment: z.enum(['found', 'fragment_gone']).nullable().meta({
      description: 'Whether the page still contains the text fragment of the engine’s link; null: the link has none.',
    }),
  })
  .meta({
    id: 'SentenceSupport',
    description:
      'Compares words only: `not_found` means that these words are not on the page, not that the sentence is false.',
  });

const gapSchema = z
  .strictObject({
    url: z.string(),
    domain: z.string(),
    kind: z.enum(citedKinds),
    title: z.string().nullable(),
    state: z.enum(gapStates).meta({
      description:
        '`open`: it recommends others and not the website. `closed`: it names the website. `not_known`: not read within 30 days. `no_list`: it recommends no name.',
    }),
    questions: count,
    answers: count,
    runIds: z.array(z.string()),
    questionIds: z.array(z.string()),
    recommends: z.array(nameSchema),
    page: z
      .strictObject({
        id: z.string(),
        outcome,
        readAt: instant,
        date: dateSchema,
        changedAt: instant.nullable(),
        author: z.string().nullable(),
        contactUrl: z.string().nullable(),
        namesUs: z.boolean(),
        lostSince: instant.nullable(),
        ourPlace: place,
        excerpt,
      })
      .nullable(),
  })
  .meta({ id: 'SourceGap' });

/** Cited pages as evidence. */
export const citedPagesWire = {
  readCitedPages: wireShape({
    body: ofWebsite,
    output: z.strictObject({
      cited: count.meta({ description: 'Pages cited by the latest answers, except the website’s own.' }),
      queued: count,
      fresh: count.meta({ description: `Read within ${rereadDays} days, so skipped.` }),
      forgotten: count.meta({ description: 'Pages of excluded hosts.' }),
      judgedAgain: count.meta({ description: 'Judged again from saved copies, without a request.' }),
      leftToday: count.meta({ description: `Of ${pagesPerDay} pages a UTC day and workspace.` }),
      cutAnswers: count.meta({
        description: 'Answers with more than 50 citations, of which the first 50 are compared.',
      }),
    }),
    statuses: [202],
  }),
  listCitedPages: wireShape({
    query: ofWebsite.extend(pageQuery),
    output: pageOfItems(pageSchema),
  }),
  readCitedPage: wireShape({
    params: idParams,
    query: ofWebsite,
    output: z.strictObject({ page: pageSchema, history: z.array(readingSchema) }),
  }),
  forgetCitedPage: wireShape({ params: idParams, ...noContent }),
  forgetCitedHost: wireShape({
    body: z.strictObject({ host: lineOf(253) }),
    output: z.strictObject({ host: z.string(), pages: count }),
    statuses: [201],
  }),
  allowCitedHost: wireShape({ params: z.strictObject({ host: lineOf(253) }), ...noContent }),
  readCitedPageSettings: wireShape({ params: idParams, output: z.strictObject({ settings }) }),
  changeCitedPageSettings: wireShape({
    params: idParams,
    body: settings.omit({ forgottenHosts: true }).partial(),
    output: z.strictObject({ settings }),
  }),
  listAnswerSupport: wireShape({
    params: z.strictObject({ id: recordId.meta({ description: 'Run of the answer.' }) }),
    output: z.strictObject({
      runId: z.string(),
      citations: z.array(
        z.strictObject({
          url: z.string(),
          sentence: z
            .strictObject({ start: count, end: count, text: z.string() })
            .nullable()
            .meta({ description: 'null: the provider states no position in the answer.' }),
          page: z
            .strictObject({ id: z.string(), outcome, readAt: instant, rereadable: z.boolean() })
            .nullable()
            .meta({ description: 'null: the page was not read yet.' }),
          rule: z.string().nullable(),
          judgement: judgementSchema.nullable(),
        }),
      ),
      left: count.meta({ description: 'Citations beyond the first 50, which are not compared.' }),
      limitation: z.string().nullable().meta({ description: 'Replaces `citation_not_verified` of the answer.' }),
    }),
  }),
  supportSummary: wireShape({
    query: ofWebsite,
    output: z.strictObject({
      engines: z.array(
        z
          .strictObject({
            engine: z.string(),
            pairs: count,
            judged: count,
            verdicts: z.strictObject({
              ...each(count, 'quoted close_wording partly little not_found not_judged'),
            }),
            found: z.strictObject({ share: fraction, interval95: interval }),
          })
          .meta({ id: 'SupportOfEngine' }),
      ),
    }),
  }),
  listSourceGaps: wireShape({
    query: ofWebsite.extend({
      state: z.enum(gapStates).optional().meta({ description: 'Only pages in this state.' }),
      limit: z.int().min(1).max(500).default(200).meta({ description: 'Maximum pages to list.' }),
    }),
    output: z.strictObject({
      simulated: z.boolean(),
      ...each(count, 'answers questions total'),
      gaps: z.array(gapSchema),
    }),
  }),
};

export type CitedPageShape = z.output<typeof pageSchema>;
export type SourceGapShape = z.output<typeof gapSchema>;
export type SupportShape = z.output<(typeof citedPagesWire)['listAnswerSupport']['output']>;
