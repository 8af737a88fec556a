import { fractionOf } from '../simulator/seededChoice.ts';

const dayMs = 86_400_000;

/** Address ranges of the demo: documentation networks, so that no vendor's real address is imitated. */
export const demoLists: readonly { url: string; prefix: string }[] = [
  { url: 'https://openai.com/gptbot.json', prefix: '198.51.100.0/28' },
  { url: 'https://openai.com/searchbot.json', prefix: '198.51.100.16/28' },
  { url: 'https://openai.com/chatgpt-user.json', prefix: '198.51.100.32/28' },
  { url: 'https://claude.com/crawling/bots.json', prefix: '198.51.100.48/28' },
  { url: 'https://www.perplexity.com/perplexitybot.json', prefix: '198.51.100.64/28' },
];

const crawlers: readonly { agent: string; address: string; perDay: number }[] = [
  { agent: 'GPTBot/1.2', address: '198.51.100.3', perDay: 5 },
  { agent: 'OAI-SearchBot/1.3', address: '198.51.100.19', perDay: 4 },
  { agent: 'ChatGPT-User/1.0', address: '198.51.100.35', perDay: 6 },
  { agent: 'Claude-SearchBot/1.0', address: '198.51.100.51', perDay: 3 },
  { agent: 'PerplexityBot/1.0', address: '198.51.100.67', perDay: 3 },
  { agent: 'Bytespider', address: '192.0.2.9', perDay: 2 },
  { agent: 'GPTBot/1.2', address: '192.0.2.66', perDay: 2 },
];
/** Days before the end that no log covers. */
const lostDays: ReadonlySet<number> = new Set([11, 12, 13, 160, 161]);

/** Pages of the demo's sitemap with the days since their last change; null if the sitemap states none. */
const sitemap: readonly (readonly [path: string, changedDays: number | null])[] = [
  ['/', null],
  ['/pricing', 20],
  ['/features', 9],
  ['/compare', 200],
  ['/blog/choosing-a-crm', 5],
  ['/help/import', null],
  ['/customers', 40],
  ['/blog/moving-from-spreadsheets', 2],
];

/** Returns the demo's sitemap as a website check would read it. */
export const demoSitemap = (untilMs: number): { page: string; changedAt: string | null }[] =>
  sitemap.map(([page, changedDays]) => ({
    page,
    changedAt: changedDays === null ? null : new Date(untilMs - changedDays * dayMs).toISOString(),
  }));

const paths = ['/', '/pricing', '/features', '/compare', '/blog/choosing-a-crm', '/robots.txt', '/help/import'];

/** Writes a combined log of a website for some days: verified and unverified crawlers, and visits from assistants. */
export function writeDemoLog(untilMs: number, days: number): string {
  const lines: string[] = [];
  for (let day = 0; day < days; day += 1) {
    if (lostDays.has(days - day)) continue;
    const startMs = untilMs - (days - day) * dayMs;
    const chance = (what: string): number => fractionOf(`demo log ${what} ${day}`);
    const add = (what: string, address: string, path: string, agent: string, referer = '-'): void => {
      const [date, month, year, time] = new Date(startMs + chance(`${what} time`) * dayMs)
        .toUTCString()
        .slice(5)
        .split(' ');
      const status = chance(`${what} status`) < 0.04 ? 403 : 200;
      lines.push(
        `${address} - - [${date}/${month}/${year}:${time} +0000] "GET ${path} HTTP/1.1" ${status} 5120 "${referer}" "${agent}"`,
      );
    };
    for (const [index, { agent, address, perDay }] of crawlers.entries()) {
      for (let count = 0; count < perDay; count += 1) {
        const what = `${index} ${count}`;
        add(what, address, paths[Math.floor(chance(`${what} path`) ** 2 * paths.length)] ?? '/', agent);
      }
    }
    for (let visit = 0; visit < 3 + 6 * chance('visits'); visit += 1) {
      const referer = chance(`visit ${visit}`) < 0.7 ? 'https://chatgpt.com/' : 'https://www.perplexity.ai/';
      add(`visit ${visit}`, '203.0.113.8', '/pricing', 'Mozilla/5.0 (simulated visitor)', referer);
    }
    for (let hour = 0; hour < 24; hour += 2)
      add(`person ${hour}`, '203.0.113.9', '/', 'Mozilla/5.0 (simulated visitor)');
  }
  return `${lines.join('\n')}\n`;
}
