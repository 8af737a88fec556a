import { type ClaimedBot, claimedBots } from '../checks/bots.ts';
import { recentMemory } from '../text/recentMemory.ts';
import { directoryOf } from './webBotAuth.ts';

/** Agents of our own captures: their requests are not crawler visits. */
const ownTokens = ['sightlinebot', 'sightline-capture', 'sightline'];

const byToken = new Map(claimedBots.map((bot) => [bot.token.toLowerCase(), bot]));
/** Longest first, because `Applebot-Extended` is not `Applebot`. */
const tokens = [...byToken.keys()].toSorted((a, b) => b.length - a.length);

/** Lists that verify only the vendor, since several of its crawlers share them. */
const tokensOfList = Map.groupBy(
  claimedBots.flatMap(({ token, addressLists }) => addressLists.map((url) => ({ token, url }))),
  ({ url }) => url,
);

/** Returns true for a list shared by crawlers of different roles: it verifies the vendor, not the crawler. */
export function isSharedList(url: string): boolean {
  const sharing = (tokensOfList.get(url) ?? []).map(({ token }) => byToken.get(token.toLowerCase())?.role);
  return new Set(sharing.filter((role) => role === 'search' || role === 'user' || role === 'training')).size > 1;
}

/** Every published address list and key directory, once. */
export const publishedLists: readonly string[] = [
  ...tokensOfList.keys(),
  ...new Set(claimedBots.flatMap(({ signatureAgents }) => signatureAgents.map(directoryOf))),
];

export type AgentClaim = ClaimedBot | 'own' | null;

/** Creates a function that finds the crawler an agent text claims to be. Agents repeat, so recent ones are cached. */
export function agentReader(): (userAgent: string) => AgentClaim {
  const remember = recentMemory<{ claim: AgentClaim }>(5_000);
  return (userAgent) => remember(userAgent, () => ({ claim: readAgent(userAgent) })).claim;
}

function readAgent(userAgent: string): AgentClaim {
  const agent = userAgent.toLowerCase();
  if (ownTokens.some((token) => hasWord(token, agent))) return 'own';
  const token = tokens.find((candidate) => hasWord(candidate, agent));
  return token === undefined ? null : (byToken.get(token) ?? null);
}

/**
 * Returns the agent that signs with an origin's keys, for requests whose agent text names none; null if there is none.
 */
export function signingBot(origin: string): ClaimedBot | null {
  return claimedBots.find(({ signatureAgents }) => signatureAgents.includes(origin)) ?? null;
}

/**
 * Returns true if a lower-case text contains a word: no letter precedes it, and the text, a version or a separator
 * follows.
 */
function hasWord(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [previous = '', next = ''] = [text[at - 1], text[at + word.length]];
    const endsHere = next === '' || '/; )+'.includes(next);
    if (endsHere && (previous < 'a' || previous > 'z')) return true;
  }
  return false;
}
