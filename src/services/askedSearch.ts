import { engineUnavailable, invalidField, unsupportedSetting } from '../domain/errors.ts';
import { hasPrices, pricedModels } from '../domain/money/priceBook.ts';
import type { Engine } from '../domain/runs/engine.ts';
import type { Locale, SearchSettings } from '../domain/runs/run.ts';
import { findUnsupportedSetting, type UnsupportedSetting } from '../domain/runs/unsupportedSetting.ts';
import { parseDomain } from '../domain/urls/siteDomain.ts';
import { hasAnsweredAs } from '../store/runs/engineAnswers.ts';
import type { Ctx } from './appContext.ts';

/** A question before it is saved. `engine` null: the declared one. */
type GivenQuestion = {
  query: string;
  locale: Locale;
  search: Omit<SearchSettings, 'engine'> & { engine: string | null };
};

/** Names under which the caller sent the parts that may be refused. */
export type FieldNames = { engine: string; query: string };

/**
 * Returns the engine that a caller names, if it can be asked now.
 * @param field as the caller named it
 * @throws invalid_request, engine_unavailable
 */
export function askableEngine({ engines }: Pick<Ctx, 'engines'>, id: string, field: string): Engine {
  const engine = engines.find(id);
  if (engine === null) throw invalidField(field, 'is not an engine of this server; listEngines lists them');
  if (engine.offReason !== null) throw engineUnavailable(engine.id, engine.offReason, field);
  return engine;
}

/**
 * Builds a question's settings as its engine will receive them. Settings that the engine does not support are refused
 * here, because a purchase is too late for that. @throws engine_unavailable, unsupported_setting, invalid_request,
 * temporarily_unavailable
 */
export async function buildSearch(
  ctx: Ctx,
  { query, locale, search: input }: GivenQuestion,
  fields: FieldNames = { engine: 'search.engine', query: 'query' },
): Promise<SearchSettings> {
  const engine = askableEngine(ctx, input.engine ?? ctx.engines.declared.id, fields.engine);
  const contextSize = input.contextSize ?? (engine.honours.contextSize ? 'medium' : null);
  const search = { ...input, engine: engine.id, contextSize, allowedDomains: allowedDomainsOf(input) };
  const request = { query, locale, search };
  const refused =
    findUnsupportedSetting(engine, request) ??
    (await findUnknownModel(ctx, engine, search.model)) ??
    (await ctx.engines.of({ engine: engine.id })?.reader.checkSettings?.(request));
  if (refused == null) return search;
  throw unsupportedSetting(engine.id, refused.field === 'query' ? { ...refused, field: fields.query } : refused);
}

/** Finds a model without a price that has never answered here: a typing error, or a model of another vendor. */
async function findUnknownModel(ctx: Ctx, { id, label, defaultModel }: Engine, model: string | null) {
  if (model === null || model === defaultModel) return null;
  const book = ctx.prices.book();
  if (hasPrices(book, id, model) || (await hasAnsweredAs(ctx.db, ctx.principal.workspaceId, id, model))) return null;
  const knownItems = [...new Set([defaultModel, ...pricedModels(book, id)])].filter((one) => one !== null);
  const message = `${label} is not known to have it. Known are ${knownItems.join(', ')}; another one needs its prices in PRICES_FILE first`;
  return { field: 'search.model', message } satisfies UnsupportedSetting;
}

function allowedDomainsOf(search: Pick<SearchSettings, 'mode' | 'allowedDomains'>): string[] {
  const field = 'search.allowedDomains';
  if (search.mode === 'open-web') {
    if (search.allowedDomains.length > 0) throw invalidField(field, 'is only allowed in the mode reviewed-domains');
    return [];
  }
  if (search.allowedDomains.length === 0)
    throw invalidField(field, 'must name at least one domain in the mode reviewed-domains');
  return [...new Set(search.allowedDomains.map((domain) => parseDomain(domain, field)))].sort();
}
