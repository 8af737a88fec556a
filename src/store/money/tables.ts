/** The tables of money, as part of all tables. Amounts are micro-US-dollars; PostgreSQL returns them as text. */
export type MoneyTables = {
  /** Ledger by purchase: entries are only added. `record_id` is the run, or the SEO report, of the purchase. */
  ledger_entries: {
    purchase_id: string;
    ordinal: number;
    workspace_id: string;
    what: string;
    simulated: number;
    month: string;
    day: string;
    engine: string;
    model: string | null;
    key_id: string | null;
    plan_id: string | null;
    case_id: string | null;
    record_id: string;
    kind: string;
    from_state: string;
    from_micro: number | string | null;
    to_state: string;
    to_micro: number | string | null;
    basis: string | null;
    as_of: string | null;
    entered_at: string;
  };
  /** Daily sums of entries, maintained by the database itself (0160-day-counts); '' if an entry has null. */
  spending_days: {
    workspace_id: string;
    month: string;
    simulated: number;
    day: string;
    engine: string;
    plan_id: string;
    key_id: string;
    case_id: string;
    kind: string;
    from_state: string;
    to_state: string;
    entries: number | string;
    from_micro: number | string;
    to_micro: number | string;
    from_priced: number | string;
    to_priced: number | string;
  };
  /** Amount used in a scope's month, with or without a budget. */
  budget_balances: { scope: string; month: string; simulated: number; used_micro: number | string };
  budgets: { scope: string; workspace_id: string; limit_micro: number | string; set_by: string; set_at: string };
  /** State of the budgets when a hold was placed or refused, until the worker reports it. */
  money_events: { id: string; workspace_id: string; at: string; budgets: string };
  /** Call prices that a vendor's account reports, as JSON. */
  account_prices: { vendor: string; prices: string; read_at: string };
  /** Last check of an engine's vendor for the charges of finished work. */
  cost_looks: { engine: string; looked_at: string };
};
