import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type PriceRow, priceUnits } from '../domain/money/priceBook.ts';
import { enginePrices } from '../engines/engineDefinitions.ts';
import seoPrices from '../providers/seo/prices.json' with { type: 'json' };
import { ConfigError } from './config.ts';

/** The price list shipped with the program. */
export const priceList: readonly PriceRow[] = [...enginePrices, ...(seoPrices as PriceRow[])];

const date = z.iso.date({ error: 'must be a date such as 2026-11-21' });
const line = z.string().trim().min(1).max(300);
const amount = z.number().min(0).max(1_000_000);

const rowSchema = z.strictObject({
  engine: line,
  item: line,
  unit: z.enum(priceUnits),
  usd: amount,
  maxUsd: amount.optional(),
  source: line,
  asOf: date,
  statedByProvider: z.boolean(),
  aboveInputTokens: z.int().min(1).optional(),
  from: date.optional(),
  until: date.optional(),
  freePerMonth: z.int().min(0).optional(),
});

/** Reads the operator's own prices, in the form of the shipped price list. @throws ConfigError naming the row */
export function readOwnPrices(file: string | undefined): readonly PriceRow[] {
  if (file === undefined) return [];
  const rows = parsedFile(file);
  if (!Array.isArray(rows)) throw new ConfigError(`PRICES_FILE: ${file} must be a JSON list of prices`);
  return rows.map((row: unknown, at) => {
    const parsed = rowSchema.safeParse(row);
    if (parsed.success) {
      const { usd, maxUsd } = parsed.data;
      if (maxUsd === undefined || maxUsd >= usd) return parsed.data as PriceRow;
      throw new ConfigError(`PRICES_FILE: row ${at + 1}: maxUsd: must not be less than usd`);
    }
    const issue = parsed.error.issues[0];
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
    throw new ConfigError(`PRICES_FILE: row ${at + 1}: ${field ?? ''}: ${issue?.message ?? 'is not valid'}`);
  });
}

function parsedFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(
      `PRICES_FILE: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`PRICES_FILE: ${file} is not JSON`);
  }
}
