import { z } from 'zod';
import { purchaseKinds } from '../../domain/money/ledger.ts';
import { monthPattern } from '../../domain/money/month.ts';
import { budgetKinds } from '../../domain/money/monthBudget.ts';
import { entryBases, entryKinds, moneyStates } from '../../domain/money/purchase.ts';
import { spendingGroups } from '../../domain/money/spending.ts';
import { instant } from '../instant.ts';
import { each, recordId } from '../schemas.ts';

/** US dollars, at most six decimal places: whole micro-dollars. */
const usd = z.number();
const count = z.int().min(0);
export const month = z
  .string()
  .regex(monthPattern, 'must be a month such as 2026-11')
  .meta({ description: 'A UTC month, `YYYY-MM`.' });
const day = z.iso.date().meta({ description: 'A UTC date.' });
/** An id, or `none` for purchases without one. */
const idOrNone = recordId.optional();

const costBasis = z.enum(['price_table', 'account_prices', 'owner_limit', 'history']);

/** Estimated cost, if the provider does not state it. */
export const costEstimateSchema = z
  .strictObject({
    amountUsd: usd,
    basis: z.enum(['price_table', 'account_prices', 'owner_limit', 'answer_text']).meta({
      description: '`answer_text`: the vendor stated no usage, so it is estimated from the answer’s length.',
    }),
    asOf: z.iso.date().nullable(),
  })
  .meta({ id: 'CostEstimate', description: 'Tokens and searches times prices. Never mixed with a stated cost.' });

const quotedCostSchema = z.strictObject({
  typicalUsd: usd.nullable().meta({ description: 'null: no price is known.' }),
  maxUsd: usd.nullable(),
  heldUsd: usd.nullable().meta({ description: 'Worst case, reserved in every budget until the run ends.' }),
});

/** Price of one answer. */
export const quotedPriceSchema = quotedCostSchema.extend({
  basis: costBasis.nullable(),
  asOf: z.iso.date().nullable(),
  mayHaveChanged: z.boolean().meta({ description: 'The price is older than 60 days.' }),
});

const buying = {
  bought: count.meta({ description: 'Requests that would buy an answer.' }),
  reused: count.meta({ description: 'Requests covered by a saved answer or an active run.' }),
  blocked: count.meta({ description: 'Requests refused until an earlier purchase is found.' }),
};

export const budgetSchema = z
  .strictObject({
    kind: z.enum(budgetKinds),
    id: z.string().nullable().meta({ description: 'null: the budget of the deployment.' }),
    limitUsd: usd.nullable().meta({ description: 'null: no limit is set.' }),
    usedUsd: usd.meta({ description: 'Paid, held and unknown amounts of this UTC month.' }),
    leftUsd: usd.nullable(),
  })
  .meta({ id: 'Budget', description: 'What may be spent in a UTC month.' });

export const labelledBudgetSchema = budgetSchema.extend({ label: z.string() });

const quotedSum = quotedCostSchema.extend({
  ...buying,
  unpriced: count.meta({ description: 'Purchases without a known price.' }),
});

export const quoteSchema = z
  .strictObject({
    repeats: count,
    maxAgeSeconds: count,
    simulated: z.boolean(),
    items: z
      .array(
        z.strictObject({
          caseId: z.string().nullable().meta({ description: 'null: the question is not saved for this engine yet.' }),
          questionId: z.string(),
          engine: z.string(),
          model: z.string().nullable(),
          simulated: z.boolean(),
          ...buying,
          perRun: quotedPriceSchema,
        }),
      )
      .max(200),
    engines: z.array(
      quotedSum.extend({
        engine: z.string(),
        models: z.array(z.string()).meta({ description: 'Empty: the vendor chooses.' }),
      }),
    ),
    total: quotedSum,
    budgets: z.array(budgetSchema),
    fits: z.boolean().nullable().meta({ description: 'null: no budget.' }),
    needsApproval: z.boolean().meta({ description: 'A member must approve before you can buy anything.' }),
  })
  .meta({ id: 'Quote' });

/** Current cost of the purchases made for a run. */
export const runCostSchema = z
  .strictObject({
    statedUsd: usd,
    estimatedUsd: usd,
    heldUsd: usd,
    unknownUsd: usd,
    unpriced: count.meta({ description: 'Held or unknown purchases without a known price, not included in the sums.' }),
  })
  .meta({ id: 'RunCost', description: 'Cost of its answer and second reading, by state.' });

const sums = {
  statedUsd: usd.meta({ description: 'Charges stated by providers.' }),
  estimatedUsd: usd.meta({ description: 'Where they say nothing: what was used, times prices.' }),
  heldUsd: usd.meta({ description: 'Worst cases of active purchases.' }),
  unknownUsd: usd.meta({ description: 'Worst cases of purchases with an unknown outcome.' }),
  refundedUsd: usd.meta({ description: 'Money returned; not part of the other amounts.' }),
  totalUsd: usd.meta({ description: 'Stated, estimated, held and unknown.' }),
  counts: z.strictObject({
    ...each(count, 'purchases stated estimated held unknown'),
    released: count.meta({ description: 'Ended without a purchase.' }),
    refunds: count,
    unpriced: count.meta({ description: 'Held or unknown purchases without a known price, not included in the sums.' }),
  }),
};

/** Members that select purchases, in the form of a row and of a query. */
export const purchaseQuery = {
  engine: idOrNone.meta({ description: 'Id of an engine; `seo` for SEO overviews.' }),
  keyId: idOrNone.meta({ description: '`none`: asked without a key.' }),
  planId: idOrNone.meta({ description: '`none`: without a plan.' }),
  caseId: idOrNone.meta({ description: '`none`: SEO overviews.' }),
  questionId: idOrNone.meta({ description: 'Question with its cases at all engines; `none`: SEO overviews.' }),
  day: day.optional(),
};

export const spendingSchema = z
  .strictObject({
    month: z.string().regex(monthPattern),
    by: z.enum(spendingGroups),
    simulated: z.boolean(),
    total: z.strictObject(sums),
    forecast: z
      .strictObject({
        usd: usd.meta({ description: 'Projection for the whole month at the current daily rate.' }),
        days: count.meta({
          description: 'Whole days on which the forecast is based: since the first purchase, without today.',
        }),
      })
      .nullable(),
    rows: z.array(
      z.strictObject({
        id: z.string().nullable(),
        label: z.string(),
        ...sums,
        filter: z
          .strictObject(purchaseQuery)
          .nullable()
          .meta({ description: 'Query of `listPurchases` for the purchases in this row.' }),
      }),
    ),
  })
  .meta({ id: 'Spending', description: 'The rows add up to the total exactly.' });

export const purchasesOfRecordSchema = z
  .strictObject({
    recordId: z.string().meta({ description: 'A run, or an SEO report.' }),
    begunAt: instant,
    purchases: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'Our tag at the vendor, if it accepts one.' }),
        what: z.enum(purchaseKinds),
        engine: z.string(),
        ...each(z.string().nullable(), 'model keyId planId caseId'),
        simulated: z.boolean(),
        state: z.enum(moneyStates),
        costUsd: usd.nullable().meta({ description: 'Provider’s statement; null if there is none.' }),
        costEstimate: costEstimateSchema.nullable(),
        entries: z.array(
          z.strictObject({
            kind: z.enum(entryKinds),
            from: z.enum(moneyStates),
            fromUsd: usd.nullable(),
            to: z.enum(moneyStates),
            toUsd: usd.nullable(),
            basis: z.enum(entryBases).nullable().meta({ description: 'Basis of the amount.' }),
            asOf: z.iso.date().nullable().meta({ description: 'Date of the prices or of the vendor’s export.' }),
            at: instant,
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'PurchasesOfRecord', description: 'Purchases of a run or report, with every ledger entry.' });
