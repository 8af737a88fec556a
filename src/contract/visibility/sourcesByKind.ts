import { z } from 'zod';
import type { Report } from '../../domain/visibility/runReport.ts';
import { sourceKinds } from '../../domain/visibility/sources/sourceKind.ts';
import { sameShape } from '../sameShape.ts';
import { each } from '../schemas.ts';
import { count, fraction, listOf, reportHead, runIds } from './parts.ts';

const kind = z.enum(sourceKinds).meta({
  description:
    "`own`: the website's own pages. `editorial`, `forum`, `video`, `shop`: by a list of domains. `rival`: a declared rival's, or, if none is declared, another domain that these answers recommend. `other`: none of these.",
});

const domainSchema = z.strictObject({
  domain: z.string(),
  kind,
  answers: count,
  answersBefore: count.nullable().meta({ description: 'Value in the previous period; null if there is none.' }),
  questionIds: z.array(z.string()),
  runIds,
});

export const sourcesByKindSchema = sameShape<Report<'sources'>>()(
  z
    .strictObject({
      ...reportHead,
      answers: count,
      declaredRivals: count,
      kinds: z.array(
        z.strictObject({ kind, citations: count, share: fraction, domains: count, answers: count, runIds }),
      ),
      weeks: z.array(
        z.strictObject({
          start: z.iso.date(),
          end: z.iso.date(),
          answers: count,
          citing: z.strictObject({
            ...each(count, 'own rival editorial forum video shop other'),
          }),
        }),
      ),
      domains: listOf(domainSchema),
      newDomains: listOf(domainSchema).nullable(),
      goneDomains: listOf(domainSchema).nullable(),
      rivalsNotUs: listOf(
        z.strictObject({
          ...each(z.string(), 'questionId question runId'),
          rivals: z.array(z.string()),
        }),
      ),
    })
    .meta({ id: 'SourcesByKind' }),
);
