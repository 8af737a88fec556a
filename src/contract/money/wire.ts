import { z } from 'zod';
import { refundOutcomes } from '../../domain/money/refund.ts';
import { settlementOutcomes } from '../../domain/money/settlement.ts';
import { shownStandings, spendingGroups } from '../../domain/money/spending.ts';
import { maxAgeSecondsLimit } from '../../domain/runs/freshness.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { each, lineOf, recordId } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';
import {
  labelledBudgetSchema,
  month,
  purchaseQuery,
  purchasesOfRecordSchema,
  quoteSchema,
  spendingSchema,
} from './schemas.ts';

const simulated = z.boolean().optional().meta({
  description: 'Default: the model of the declared engine.',
});
const ofMonth = {
  month: month.optional().meta({ description: 'Default: the current month (UTC).' }),
  simulated,
};

const charge = z.strictObject({
  id: z.string().min(1).max(200).meta({ description: 'Id of a purchase from listPurchases.' }),
  chargedUsd: z.number().min(0).max(1_000_000).multipleOf(0.000001).meta({
    description: 'Final charge according to the export.',
  }),
});

const corrections = <Outcome extends z.ZodType>(outcome: Outcome) =>
  z.strictObject({
    items: z.array(z.strictObject({ id: z.string(), outcome, ...each(z.number().nullable(), 'beforeUsd afterUsd') })),
  });

/** Costs of answers before and after, and budgets. */
export const moneyWire = {
  quoteAnswers: wireShape({
    body: z.strictObject({
      caseIds: z.array(recordId).min(1).max(1_000).optional().meta({ description: 'Saved cases.' }),
      questionIds: z.array(recordId).min(1).max(100).optional().meta({ description: 'Instead of caseIds.' }),
      engines: z.array(recordId).min(1).max(20).optional().meta({
        description: 'With questionIds: at these.',
      }),
      repeats: z.int().min(1).max(10).default(1).meta({ description: 'Answers per question.' }),
      maxAgeSeconds: z.int().min(0).max(maxAgeSecondsLimit).optional().meta({
        description: 'As for ensure; 0 with repeats.',
      }),
    }),
    output: quoteSchema,
  }),
  readSpending: wireShape({
    query: z.strictObject({
      ...ofMonth,
      by: z.enum(spendingGroups).default('engine'),
      limit: z
        .int()
        .min(1)
        .max(200)
        .default(50)
        .meta({ description: 'Maximum rows; the last row sums the remainder.' }),
    }),
    output: spendingSchema,
  }),
  listPurchases: wireShape({
    query: z.strictObject({
      ...ofMonth,
      ...purchaseQuery,
      standing: z.enum(shownStandings).optional().meta({
        description: 'Only purchases in this state; `refunded`: with money returned.',
      }),
      ...pageQuery,
    }),
    output: pageOfItems(purchasesOfRecordSchema),
  }),
  listBudgets: wireShape({
    query: z.strictObject({ simulated }),
    output: z.strictObject({
      month,
      simulated: z.boolean(),
      freeAt: instant.meta({ description: 'End of the month, when every budget resets.' }),
      budgets: z.array(labelledBudgetSchema),
    }),
  }),
  recordRefunds: wireShape({
    body: z.strictObject({
      exportDay: z.iso.date().meta({ description: 'UTC date of the vendor’s export: the source of the entries.' }),
      charges: z.array(charge).min(1).max(200),
    }),
    output: corrections(
      z.enum(refundOutcomes).meta({
        description: '`higher`: the export says more than the ledger. `not_settled`: no stated price to refund.',
      }),
    ),
  }),
  settlePurchases: wireShape({
    body: z.strictObject({
      evidence: lineOf(200).meta({ description: 'Source of these amounts, kept in the audit log.' }),
      exportDay: z.iso
        .date()
        .optional()
        .meta({ description: 'UTC date of the vendor’s export, if it is the evidence.' }),
      charges: z.array(charge).min(1).max(200),
    }),
    output: corrections(
      z.enum(settlementOutcomes).meta({
        description: '`not_unknown`: its cost is already known. `not_ended`: its run or report is active.',
      }),
    ),
  }),
  changeBudget: wireShape({
    body: z.strictObject({
      kind: z.enum(['workspace', 'key']),
      id: recordId.optional().meta({ description: 'Id of the key; omit for the workspace.' }),
      limitUsd: z.number().min(0).max(1_000_000).multipleOf(0.000001).nullable().meta({
        description: 'US dollars per UTC month; null removes the limit.',
      }),
    }),
    output: z.strictObject({ budget: labelledBudgetSchema }),
  }),
};
