import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoOwner } from '../../src/demo/demoPanel.ts';
import { cookieOf, startWebService, type WebService } from './browser.ts';
import { main } from './cli.ts';

export type Demo = {
  service: WebService;
  cookie: string;
  siteId: string;
  runId: string;
  questionId: string;
  planId: string;
  close(): Promise<void>;
};

/** Starts the app on the history of the demo: 120 days of simulated answers to 60 questions at three engines. */
export async function startDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-demo-'));
  // Filling a folder must not need the port that is named: another program holds it here.
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const seeding = [main, 'demo', '--folder', dataDir, '--no-serve', '--port', String(port)];
  execFileSync(process.execPath, seeding, { stdio: ['ignore', 'ignore', 'inherit'] });
  holder.close();
  const service = await startWebService({ DATA_DIR: dataDir, REQUESTS_PER_MINUTE: '100000' });
  const cookie = cookieOf((await service.ask('/api/auth/sign-in/email', { body: demoOwner })).headers);
  const { sites } = await service.call('listSites', {}, { cookie });
  const siteId = sites.find(({ domain }: { domain: string }) => domain === 'acme-crm.example')?.id ?? '';
  const listed = await service.call('findAnswers', { websiteId: siteId, status: 'listed', limit: 1 }, { cookie });
  const questions = await service.call('listQuestions', { websiteId: siteId, limit: 1 }, { cookie });
  const plans = await service.call('listPlans', { limit: 1 }, { cookie });
  await service.call('createSharedReport', { websiteId: siteId }, { cookie });
  return {
    service,
    cookie,
    siteId,
    runId: listed.items[0]?.runId ?? '',
    questionId: questions.items[0]?.id ?? '',
    planId: plans.items[0]?.id ?? '',
    close: async () => {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns pages that begin with data, by the names that the targets use. */
export function demoPages({ siteId, runId, questionId, planId }: Demo): Record<string, string> {
  const site = `/sites/${siteId}`;
  return {
    Overview: site,
    Questions: `${site}/questions`,
    'A question': `${site}/questions/${questionId}`,
    Answers: `${site}/answers`,
    'An answer': `/answers/${runId}`,
    Rivals: `${site}/rivals`,
    'A rival': `${site}/rivals/lanternbay.example`,
    Sources: `${site}/sources`,
    Engines: `${site}/engines`,
    Reported: `${site}/reported`,
    Facts: `${site}/facts`,
    Crawlers: `${site}/crawlers`,
    Work: `${site}/work`,
    Experiments: `${site}/experiments`,
    Website: `${site}/website`,
    Check: `${site}/check`,
    Reports: `${site}/reports`,
    Plans: '/plans',
    'A plan': `/plans/${planId}`,
    Inbox: '/attention',
    SEO: '/seo',
    Activity: '/activity',
    Spending: '/spending',
    Purchases: '/spending/runs',
    Settings: '/settings',
    'Audit log': '/settings/activity',
    Alerts: '/alerts',
    API: '/docs/api',
    MCP: '/docs/api/mcp',
    'Engine settings': '/settings/engines',
    'All websites': '/sites',
  };
}
