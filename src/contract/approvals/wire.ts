import { z } from 'zod';
import { approvalStates } from '../../domain/access/approval.ts';
import { actorKinds } from '../../domain/access/auditEntry.ts';
import { instant } from '../instant.ts';
import { budgetSchema } from '../money/schemas.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { each, idParams } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';

const usd = z.number().nullable().meta({ description: 'null: no price is known.' });

const approvalSchema = z
  .strictObject({
    id: z.string(),
    state: z.enum(approvalStates),
    requester: z.strictObject({ id: z.string(), name: z.string(), accountEmail: z.string() }),
    /** Purchase to approve. */
    purchase: z.strictObject({
      kind: z.enum(['answer', 'answers', 'seo_overview']),
      ...each(z.string().nullable(), 'caseId question engine model'),
      useSeoTools: z.boolean(),
      domain: z.string().nullable(),
      answers: z
        .array(z.strictObject({ question: z.string(), engine: z.string(), model: z.string().nullable() }))
        .meta({ description: 'For `answers`: each question at its engine, asked `repeats` times.' }),
      repeats: z.int().min(1),
    }),
    idempotencyKey: z.string(),
    requestedAt: instant,
    openUntil: instant,
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    grantUntil: instant.nullable().meta({ description: 'Time at which an unused approval expires.' }),
    usedAt: instant.nullable(),
  })
  .meta({ id: 'Approval', description: 'A purchase, or one round of purchases, that needs a member’s approval.' });

const quoteOfApproval = z
  .strictObject({
    typicalUsd: usd,
    maxUsd: usd,
    simulated: z.boolean(),
    budgets: z.array(budgetSchema),
  })
  .meta({ id: 'ApprovalQuote', description: 'Cost at today’s prices.' });

const auditEntrySchema = z
  .strictObject({
    id: z.string(),
    at: instant,
    actor: z.strictObject({
      kind: z.enum(actorKinds),
      ...each(z.string(), 'id name accountEmail'),
    }),
    act: z.string().meta({ description: 'Id of an operation, or `useApproval`.' }),
    subject: z.string().nullable().meta({ description: 'Id or address of the object.' }),
    subjectName: z.string().nullable().meta({
      description: 'Current name of a website, plan or experiment, or the text of a question.',
    }),
    note: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry', description: 'Actor, action and object.' });

/** Approvals of purchases, and the audit log. */
export const approvalsWire = {
  listApprovals: wireShape({
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(['pending', 'all']).default('pending').meta({ description: 'Pending ones, or all.' }),
    }),
    output: pageOfItems(approvalSchema),
  }),
  readApproval: wireShape({
    params: idParams,
    output: z.strictObject({
      approval: approvalSchema,
      quote: quoteOfApproval.nullable().meta({ description: 'null: no longer possible.' }),
    }),
  }),
  decideApproval: wireShape({
    params: idParams,
    body: z.strictObject({ decision: z.enum(['approved', 'declined']) }),
    output: z.strictObject({ approval: approvalSchema }),
  }),
  readAuditLog: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(auditEntrySchema) }),
};
