import { z } from 'zod';
import { each } from '../schemas.ts';
import { listingBasis, position, runStatus } from '../visibility/parts.ts';

export const answerStatuses = ['listed', 'not_listed', 'unknown', 'no_answer'] as const;

export const foundAnswerSchema = z
  .strictObject({
    ...each(z.string(), 'runId caseId questionId question engine surface'),
    model: z.string().nullable(),
    runStatus,
    createdAt: z.string(),
    observedAt: z.string().nullable(),
    status: z.enum(answerStatuses).nullable().meta({ description: 'null: the attempt has no answer.' }),
    basis: listingBasis.nullable(),
    position,
    domains: z.array(z.string()).meta({ description: 'The recommended domains, in order.' }),
    snippet: z
      .string()
      .meta({ description: 'The answer’s statement about the website, or the names it recommends instead.' }),
  })
  .meta({ id: 'FoundAnswer' });
