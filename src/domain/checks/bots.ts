import data from './bots.json' with { type: 'json' };
import { decideRobots, groupsFor, type RobotsDecision, type RobotsFile } from './robots.ts';

export const botRoles = ['search', 'user', 'training', 'control', 'other'] as const;
export type BotRole = (typeof botRoles)[number];

export type Bot = {
  token: string;
  vendor: string;
  role: BotRole;
  /** One of the five search crawlers whose block fails the gate. */
  core: boolean;
  /** Displayed, but left out of every verdict. */
  reportOnly: boolean;
  /** The vendor's page; null if none was found. */
  docUrl: string | null;
  /** `YYYY-MM-DD` of the latest reading of that page or of a copy of it; null if it was never read. */
  verifiedAt: string | null;
  /**
   * True if the page was not read again for this version of the table: `verifiedAt` is then from an earlier reading.
   */
  unread: boolean;
  /** Pages where the vendor publishes the addresses its crawler comes from; empty if none is known. */
  addressLists: readonly string[];
  /** Crawler whose group this one obeys when the file names none for it. */
  follows: string | null;
  note: string;
};

/** A token that its vendor no longer documents, with its replacements. */
export type RetiredToken = { token: string; vendor: string; docUrl: string | null; successors: readonly string[] };

/** Announced signal that no verdict reads yet. `token` is null if it was not read. */
export type AnnouncedSignal = (typeof data.announced)[number];

type Row = (typeof data.bots)[number] & {
  follows?: string;
  reportOnly?: boolean;
  unread?: boolean;
  addressLists?: readonly string[];
};

function load(row: Row): Bot {
  const role = botRoles.find((each) => each === row.role);
  if (role === undefined) throw new Error(`bots.json: ${row.token} has the unknown role ${row.role}`);
  return {
    token: row.token,
    vendor: row.vendor,
    role,
    core: row.core,
    reportOnly: row.reportOnly ?? false,
    docUrl: row.docUrl,
    verifiedAt: row.verifiedAt,
    unread: row.unread ?? false,
    addressLists: row.addressLists ?? [],
    follows: row.follows ?? null,
    note: row.note,
  };
}

/** Saved with every result: rows change monthly, and verdicts are comparable only under one table. */
export const botTableVersion: string = data.version;

export const bots: readonly Bot[] = data.bots.map(load);

/** A name that a request may claim, with every published way to verify it. */
export type ClaimedBot = {
  token: string;
  vendor: string;
  role: BotRole;
  addressLists: readonly string[];
  /** Patterns of the names that a reverse look-up gives, such as `crawl-*.googlebot.com`. */
  reverseDns: readonly string[];
  /** Origins of the key directories that it signs with. */
  signatureAgents: readonly string[];
  /** True for a robots.txt token that requests never contain. */
  neverSent: boolean;
};

type ClaimRow = Pick<Row, 'token' | 'vendor' | 'role'> & Partial<Omit<ClaimedBot, 'token' | 'vendor' | 'role'>>;

/** Every name that requests may claim: the crawlers of the table, and names that are only searched for in logs. */
export const claimedBots: readonly ClaimedBot[] = ([...data.bots, ...data.inLogs] as readonly ClaimRow[]).map(
  (row) => ({
    token: row.token,
    vendor: row.vendor,
    role: botRoles.find((each) => each === row.role) ?? 'other',
    addressLists: row.addressLists ?? [],
    reverseDns: row.reverseDns ?? [],
    signatureAgents: row.signatureAgents ?? [],
    neverSent: row.neverSent ?? false,
  }),
);

export const announcedSignals: readonly AnnouncedSignal[] = data.announced;

export const retiredTokens: readonly RetiredToken[] = data.retired;

/** Lists the crawlers that a verdict about this role considers. */
export function botsOf(role: BotRole): readonly Bot[] {
  return bots.filter((bot) => bot.role === role && !bot.reportOnly);
}

/** Decides like `decideRobots`, with the vendor's documented fallback to another crawler's group. */
export function decideForBot(file: RobotsFile, bot: Bot, url: string): RobotsDecision {
  if (bot.follows !== null && groupsFor(file, bot.token).kind !== 'named') {
    if (groupsFor(file, bot.follows).kind === 'named') return decideRobots(file, bot.follows, url);
  }
  return decideRobots(file, bot.token, url);
}
