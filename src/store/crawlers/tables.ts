import type { LogImport, LogSource } from '../../domain/crawlers/logImport.ts';
import type { BotVisit, ClaimAddress, HourCount, VisitCount } from '../../domain/crawlers/logTally.ts';
import type { SitemapPage } from '../../domain/crawlers/sitemapReads.ts';
import type { TableRow } from '../database/columns.ts';

/** One reading of a published address list. `confirmedAt`: time of the first claim that it confirmed, null before. */
export type AddressListRow = {
  id: string;
  url: string;
  digest: string;
  prefixes: string[];
  publishedAt: string | null;
  readAt: string;
  readBy: string;
  confirmedAt: string | null;
};

/** `sealed`: the secret, sealed with the server's key; `verify`: the text with which Vercel verifies the address. */
export type LogDrainRow = { sourceId: string; workspaceId: string; sealed: string; verify: string | null };

type OfSource = { import_id: string; source_id: string; website_id: string };

/** The tables of crawler logs, as part of all tables. Hours are `YYYY-MM-DDTHH` in UTC, days `YYYY-MM-DD`. */
export type CrawlerTables = {
  log_drains: TableRow<LogDrainRow> & { created_at: string };
  log_sources: TableRow<LogSource, 'captures' | 'mapping'> & { workspace_id: string; archived_at: string | null };
  /** `renewed_at`: time of the last write of the importing process, on the steady clock. */
  log_imports: TableRow<LogImport, 'counts' | 'notes'> & { workspace_id: string; state: string; renewed_at: string };
  log_hours: OfSource & TableRow<HourCount>;
  bot_visits: OfSource & TableRow<BotVisit>;
  assistant_visits: OfSource & TableRow<Omit<VisitCount, 'isPaid'>> & { paid: number };
  /** Addresses of claimed crawlers only: complete until `full_until`, then their network. */
  bot_claims: Omit<OfSource, 'source_id'> & TableRow<ClaimAddress> & { full_until: string | null };
  /** Salted hashes of counted lines, to recognise a line that arrives twice. */
  log_lines: { source_id: string; day: string; hash: string; import_id: string };
  log_salts: { source_id: string; day: string; salt: string };
  address_lists: TableRow<AddressListRow, 'prefixes'> & { workspace_id: string };
  /** Pages of the newest sitemap; `changed_at` according to it. */
  sitemap_pages: TableRow<SitemapPage> & { website_id: string; read_at: string };
};
