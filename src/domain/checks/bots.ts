import data from './bots.json' with { type: 'json' };
import { decideRobots, groupsFor, type RobotsDecision, type RobotsFile } from './robots.ts';

export type BotRole = 'search' | 'user' | 'training' | 'control' | 'other';

export type Bot = {
  token: string;
  vendor: string;
  role: BotRole;
  /** One of the five search crawlers whose block fails the gate. */
  core: boolean;
  /** Shown to readers, and left out of every verdict. */
  reportOnly: boolean;
  /** The vendor's page; null when none was found. */
  docUrl: string | null;
  /** `YYYY-MM-DD` of the newest reading of that page, or of a copy of it; null when it was not read. */
  verifiedAt: string | null;
  /** The page itself was not read again for this version of the table: `verifiedAt` is that of an earlier reading. */
  unread: boolean;
  /** Where the vendor publishes the addresses its crawler comes from; null when none is known. */
  addressList: string | null;
  /** Whose group this crawler obeys when the file names none for it. */
  follows: string | null;
  note: string;
};

/** A token that its vendor no longer documents, with the ones that replaced it. */
export type RetiredToken = { token: string; vendor: string; docUrl: string | null; successors: readonly string[] };

/** A signal that was announced and that no verdict looks at yet. `token` is null where it was not read. */
export type AnnouncedSignal = (typeof data.announced)[number];

type Row = (typeof data.bots)[number] & {
  follows?: string;
  reportOnly?: boolean;
  unread?: boolean;
  addressList?: string;
};

const roles: readonly BotRole[] = ['search', 'user', 'training', 'control', 'other'];

function load(row: Row): Bot {
  const role = roles.find((each) => each === row.role);
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
    addressList: row.addressList ?? null,
    follows: row.follows ?? null,
    note: row.note,
  };
}

/** Saved with every result: rows drift monthly, and a verdict is only comparable under one table. */
export const botTableVersion: string = data.version;

export const bots: readonly Bot[] = data.bots.map(load);

export const announcedSignals: readonly AnnouncedSignal[] = data.announced;

export const retiredTokens: readonly RetiredToken[] = data.retired;

/** The crawlers that a verdict about this role looks at. */
export function botsOf(role: BotRole): readonly Bot[] {
  return bots.filter((bot) => bot.role === role && !bot.reportOnly);
}

/** As `decideRobots`, with the vendor's documented fallback to another crawler's group. */
export function decideForBot(file: RobotsFile, bot: Bot, url: string): RobotsDecision {
  if (bot.follows !== null && groupsFor(file, bot.token).kind !== 'named') {
    if (groupsFor(file, bot.follows).kind === 'named') return decideRobots(file, bot.follows, url);
  }
  return decideRobots(file, bot.token, url);
}
