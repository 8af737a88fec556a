import { type ClaimedBot, claimedBots } from '../checks/bots.ts';
import { recentMemory } from '../text/recentMemory.ts';
import { directoryOf } from './webBotAuth.ts';

/** Agents that our own captures send: their requests say nothing about crawlers. */
const ownTokens = ['sightlinebot', 'sightline-capture', 'sightline'];

const byToken = new Map(claimedBots.map((bot) => [bot.token.toLowerCase(), bot]));
/** The longest first: `Applebot-Extended` is not an `Applebot`. */
const tokens = [...byToken.keys()].toSorted((a, b) => b.length - a.length);

/** Vendors of lists that prove the vendor alone, since several of its crawlers share one. */
const tokensOfList = Map.groupBy(
  claimedBots.flatMap(({ token, addressLists }) => addressLists.map((url) => ({ token, url }))),
  ({ url }) => url,
);

/** True for a list that several crawlers of different roles share: it proves the vendor, not the crawler. */
export function isSharedList(url: string): boolean {
  const sharing = (tokensOfList.get(url) ?? []).map(({ token }) => byToken.get(token.toLowerCase())?.role);
  return new Set(sharing.filter((role) => role === 'search' || role === 'user' || role === 'training')).size > 1;
}

/** Every published list and directory of keys, once. */
export const publishedLists: readonly string[] = [
  ...tokensOfList.keys(),
  ...new Set(claimedBots.flatMap(({ signatureAgents }) => signatureAgents.map(directoryOf))),
];

export type AgentClaim = ClaimedBot | 'own' | null;

/** Finds the crawler that an agent text claims to be. Agents repeat, so recent ones are remembered. */
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

/** The agent that signs with the keys of an origin, for requests whose agent text names none; null for none. */
export function signingBot(origin: string): ClaimedBot | null {
  return claimedBots.find(({ signatureAgents }) => signatureAgents.includes(origin)) ?? null;
}

/** True for a word of a lower-case text that no letter precedes and that the text, a version or a separator ends. */
function hasWord(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [previous = '', next = ''] = [text[at - 1], text[at + word.length]];
    const endsHere = next === '' || '/; )+'.includes(next);
    if (endsHere && (previous < 'a' || previous > 'z')) return true;
  }
  return false;
}
