import { beforeAll, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { tool } from '../support/mcp.ts';
import { daysBefore } from '../support/panel.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';

const texts = ['agencies', 'schools', 'shops', 'clinics', 'farms', 'banks', 'museums', 'hotels'];
const verdicts = ['increase', 'decrease', 'no_detectable_change'];

/**
 * Weeks by their end in days ago, with the days on which each question is asked, and whether the answers list the
 * website. In the last week the latest answers contradict all earlier ones.
 */
const weeks: readonly { end: number; listed(question: number, day: number): boolean }[] = [
  { end: 29, listed: (question, day) => question === 0 && day === 2 },
  { end: 22, listed: (question, day) => question < 7 || day === 1 },
  { end: 15, listed: (question, day) => (question + day) % 3 === 0 },
  { end: 8, listed: (question, day) => (question * 2 + day) % 4 === 0 },
  { end: 1, listed: (question, day) => day < 3 || question === 1 },
];
const daysOfWeek = [0, 1, 2, 3];

type Figures = { difference: number; lower: number; upper: number };

/** Returns the figure in points of a text, and the interval after it. */
function figuresIn(text: string): Figures | null {
  const number = '([+−-]?\\d+\\.\\d)';
  const plain = text.replaceAll(/[\u202f\u00a0]/g, ' ');
  const found = new RegExp(`${number} points over \\d+ questions \\(${number} to ${number} at 95 %`).exec(plain);
  const [difference, lower, upper] = (found ?? []).slice(1).map((part) => Number(part.replace('−', '-')) + 0);
  if (difference === undefined || lower === undefined || upper === undefined) return null;
  return { difference, lower, upper };
}

const oneDigit = (value: number): number => Number(value.toFixed(1)) + 0;

onEachDatabase('a comparison of two periods', (engine) => {
  const service = useService(engine, {});
  const seen = new Set<string>();
  let websiteId: string;
  let key: string;

  beforeAll(async () => {
    const site = await service.makeSite({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' });
    websiteId = site.id;
    key = await service.makeKey(['read', 'manage']);
    for (const [question, text] of texts.entries()) {
      const { id: caseId } = await service.makeCase({ query: `Which tool do ${text} use?`, websiteId });
      for (const { end, listed } of weeks) {
        for (const day of daysOfWeek) {
          const names = listed(question, day) ? ['Acme CRM acme-crm.example'] : ['Otherly otherly.example'];
          const createdAt = `${daysBefore(end + 6 - day)}T08:00:00.000Z`;
          await saveAnswer(service, { websiteId, caseId, createdAt, names });
        }
      }
    }
  });

  it.each(weeks.slice(1).map(({ end }) => [daysBefore(end + 6), daysBefore(end)] as const))(
    'has one verdict and one difference in the API, a tool, the command line and a shared report: %s to %s',
    async (startDate, endDate) => {
      const { comparison } = await service.call('engineOverview', { websiteId, startDate, endDate }, { key });
      const { verdict, difference, interval95 } = comparison;
      const figures = {
        difference: oneDigit(difference),
        lower: oneDigit(interval95.lower),
        upper: oneDigit(interval95.upper),
      };
      expect(verdicts).toContain(verdict);
      seen.add(verdict);
      if (verdict === 'increase') expect(interval95.lower).toBeGreaterThan(0);
      if (verdict === 'decrease') expect(interval95.upper).toBeLessThan(0);
      if (verdict === 'no_detectable_change') expect(interval95.lower * interval95.upper).toBeLessThanOrEqual(0);

      const told = await tool(service, key, 'visibility_overview', { websiteId, startDate, endDate, detail: 'full' });
      expect(told.structuredContent).toMatchObject({ comparison });

      const args = ['report', 'overview', '--website', websiteId, '--start', startDate, '--end', endDate];
      const { stdout } = await runCli(args, { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key, COLUMNS: '400' });
      expect(stdout).toContain(`Compared with the previous period: ${verdict.replaceAll('_', ' ')}`);
      expect(figuresIn(stdout)).toEqual(figures);

      const body = { websiteId, startDate, endDate };
      const frozen = await service.call('createSharedReport', body, { key });
      const file = await service.call('readSharedFile', { id: frozen.report.id }, { key });
      const page = Buffer.from(file.base64, 'base64').toString('utf8');
      expect(figuresIn(page)).toEqual(figures);
      expect(page).toContain(comparison.reason.slice(0, 25));
    },
  );

  it('had an increase, a decrease and no detectable change in these periods', () => {
    expect([...seen].sort()).toEqual([...verdicts].sort());
  });
});
