import { z } from 'zod';
import { factKinds } from '../../domain/facts/fact.ts';
import { factDecisions, factVerdicts } from '../../domain/facts/factDecision.ts';
import { instant } from '../instant.ts';
import { each, idParams, lineOf, recordId } from '../schemas.ts';
import { count, fraction } from '../visibility/parts.ts';
import { noContent, wireShape } from '../wireShape.ts';

const sourceUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .meta({ description: 'Your page that states it.' });
const choices = {
  name: lineOf(100),
  words: z.array(lineOf(80)).max(40).meta({
    description: 'Keywords that identify sentences about it, in any language. Default: its name.',
  }),
  value: lineOf(200).meta({
    description: 'Such as `€49 per month`, `25 users`, `2019-03-01`, `+49 30 1234567`, `09:00-18:00`, `yes`.',
  }),
  sourceUrl,
};

const factSchema = z
  .strictObject({
    id: z.string(),
    websiteId: z.string(),
    kind: z.enum(factKinds),
    name: z.string(),
    words: z.array(z.string()),
    versions: z.array(
      z.strictObject({
        version: count,
        value: z.string(),
        sourceUrl: z.string(),
        madeAt: instant,
        madeBy: z.string(),
      }),
    ),
  })
  .meta({ id: 'Fact', description: 'Versions newest first.' });

const verdict = z.enum(factVerdicts);
const quoteSchema = z
  .strictObject({
    factId: z.string(),
    version: count.meta({ description: 'Version it was compared with or matches.' }),
    verdict,
    stated: z.string().nullable().meta({ description: 'Value as the sentence writes it.' }),
    sentence: z.string(),
    start: count,
    end: count,
    ...each(z.string(), 'runId questionId question engine'),
    observedAt: instant.nullable(),
    decision: z
      .strictObject({ decision: z.enum(factDecisions), decidedAt: instant, decidedBy: z.string() })
      .nullable()
      .meta({ description: 'The owner’s decision, which overrides the rule.' }),
  })
  .meta({ id: 'FactQuote' });

const boardSchema = z.strictObject({
  simulated: z.boolean(),
  answers: count,
  wrong: z
    .strictObject({ wrong: count, decided: count, undecided: count, share: fraction })
    .meta({ description: 'Counts decided quotes only.' }),
  quotes: z.array(quoteSchema),
  pages: z
    .array(
      z.strictObject({
        ...{ url: z.string(), pageId: z.string(), factId: z.string(), version: count, verdict: z.string() },
        ...{ value: z.string(), excerpt: z.string() },
      }),
    )
    .meta({ description: 'Cited pages that state a value of a fact.' }),
});

const ofWebsite = z.strictObject({ websiteId: recordId.meta({ description: 'Website of the workspace.' }) });

/** The owner's facts, and what answers and cited pages say about them. */
export const factsWire = {
  listFacts: wireShape({ query: ofWebsite, output: z.strictObject({ facts: z.array(factSchema) }) }),
  createFact: wireShape({
    body: z.strictObject({
      websiteId: recordId,
      kind: z.enum(factKinds),
      ...choices,
      words: choices.words.default([]),
    }),
    output: z.strictObject({ fact: factSchema }),
    statuses: [201],
  }),
  changeFact: wireShape({
    params: idParams,
    body: z.strictObject(choices).partial(),
    output: z.strictObject({ fact: factSchema }),
  }),
  removeFact: wireShape({ params: idParams, ...noContent }),
  listFactQuotes: wireShape({ query: ofWebsite, output: boardSchema }),
  listFactConflicts: wireShape({ query: ofWebsite, output: boardSchema }),
  decideFactQuote: wireShape({
    params: idParams,
    body: z.strictObject({
      runId: recordId,
      start: count,
      decision: z.enum(factDecisions).nullable().meta({ description: 'null undoes the decision.' }),
    }),
    ...noContent,
  }),
};
