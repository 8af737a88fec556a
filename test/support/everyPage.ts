import { openReset } from '../../src/services/access/passwords.ts';
import { askAtFurtherEngines, owner, seed, seedWebsite, type WebService } from './browser.ts';

/** Every signed-in page of the web app, by the name that tests give it, in the order of `pagePaths`. */
export const pageNames = [
  'start',
  'first questions',
  'all websites',
  'overview',
  'questions',
  'question',
  'engines side by side',
  'sources',
  'answers',
  'reports',
  'rivals',
  'rival',
  'facts',
  'crawlers',
  'reported',
  'website',
  'work',
  'experiments',
  'check',
  'answer',
  'SEO',
  'spending',
  'purchases',
  'settings',
  'engines',
  'audit log',
  'attention',
  'activity',
  'plans',
  'plan',
  'round',
  'alerts',
  'alert rule',
  'approvals',
  'connect',
  'approval',
  'API',
  'MCP clients',
] as const;

type PageName = (typeof pageNames)[number];
export type PagePaths = Record<PageName, string>;

/** Creates data for every page; returns the address of each by its name. */
export async function seedEveryPage(service: WebService, cookie: string): Promise<PagePaths> {
  const { siteId, caseIds } = await seed(service, cookie, 2, [
    'Which bookkeeping tool suits a freelancer?',
    'What is the easiest way to send invoices from a phone?',
    'Which billing tool has a good API?',
  ]);
  await askAtFurtherEngines(service, cookie, siteId);
  const captured = await seedWebsite(service, cookie);
  const ask = async (
    path: string,
    body: unknown,
    idempotencyKey = `every-page${path.replaceAll('/', '-')}`,
  ): Promise<any> => {
    const answered = await service.ask(`/api/v2${path}`, {
      cookie,
      body,
      headers: { 'idempotency-key': idempotencyKey },
    });
    if (answered.status >= 300) throw new Error(`${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered.body;
  };
  await ask('/seo', { domain: 'ledgerlane.example', confirmSpend: true });
  const body = await service.call('readQuestion', { id: caseIds[0] ?? '' }, { cookie });
  const { items: questions } = await service.call('listQuestions', { websiteId: siteId }, { cookie });
  await service.call(
    'changeQuestions',
    { questionIds: [questions[0]?.id ?? ''], addTags: ['freelancers'] },
    { cookie },
  );
  const { suggestions } = await service.call('rivalVisibility', { websiteId: siteId }, { cookie });
  const rival = suggestions[0]?.domain ?? '';
  await ask(`/sites/${siteId}/rivals`, { domain: rival });
  const days = { startDate: '2020-01-01', endDate: new Date().toISOString().slice(0, 10) };
  await ask('/shared-reports', { websiteId: siteId, ...days });
  const { planId, round } = await seedPlan(ask, siteId);
  const { rule } = await ask('/alert-rules', {
    name: 'Ledgerlane falls',
    kind: 'visibility_change',
    websiteId: siteId,
  });
  await importLog(service, cookie, siteId, ask);
  await importPages(service, cookie, siteId);
  const wish = 'client_id=program&redirect_uri=https://program.example/back&scope=read evaluate';
  const approval = await requestPurchase(service, ask, caseIds[1] ?? '');
  return {
    start: '/start',
    'first questions': `/start?site=${siteId}`,
    'all websites': '/sites',
    overview: `/sites/${siteId}`,
    questions: `/sites/${siteId}/questions`,
    question: `/sites/${siteId}/questions/${caseIds[0]}`,
    'engines side by side': `/sites/${siteId}/engines`,
    sources: `/sites/${siteId}/sources`,
    answers: `/sites/${siteId}/answers`,
    reports: `/sites/${siteId}/reports`,
    rivals: `/sites/${siteId}/rivals`,
    rival: `/sites/${siteId}/rivals/${rival}`,
    facts: `/sites/${siteId}/facts`,
    crawlers: `/sites/${siteId}/crawlers`,
    reported: `/sites/${siteId}/reported`,
    website: `/sites/${captured}/website`,
    work: `/sites/${siteId}/work`,
    experiments: `/sites/${siteId}/experiments`,
    check: `/sites/${siteId}/check`,
    answer: `/answers/${body.items[0]?.run.id}`,
    SEO: '/seo',
    spending: '/spending',
    purchases: '/spending/runs',
    settings: '/settings',
    engines: '/settings/engines',
    'audit log': '/settings/activity',
    attention: '/attention',
    activity: '/activity',
    plans: '/plans',
    plan: `/plans/${planId}`,
    round: `/plans/${planId}/rounds/${round}`,
    alerts: '/alerts',
    'alert rule': `/alerts/${rule.id}`,
    approvals: '/approvals',
    connect: `/connect?request=${Buffer.from(wish).toString('base64url')}`,
    approval: `/approvals/${approval}`,
    API: '/docs/api',
    'MCP clients': '/docs/api/mcp',
  };
}

type Ask = (path: string, body: unknown, idempotencyKey?: string) => Promise<any>;

/** Creates a plan that may buy, with a round that waits for its watcher. */
async function seedPlan(ask: Ask, websiteId: string): Promise<{ planId: string; round: number }> {
  const cadence = { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'Europe/Vienna' };
  const content = { questions: { websiteId }, engines: ['openai'], repeats: 1, cadence };
  const planId: string = (await ask('/plans', { name: 'Weekly', ...content }, 'weekly-plan')).plan.id;
  const limits = { budgetUsdPerMonth: 5, maxUsdPerRound: 5 };
  const { quote } = await ask('/plan-quotes', content);
  const seen = { revision: 1, worstCaseUsd: quote.round?.total.heldUsd ?? 0 };
  await ask(`/plans/${planId}/activation`, { password: owner.password, ...seen, ...limits });
  const { round } = await ask(`/plans/${planId}/rounds`, {});
  return { planId, round: round.number };
}

/** Requests a purchase as an agent, which a person has yet to decide: its approval. */
async function requestPurchase(service: WebService, ask: Ask, caseId: string): Promise<string> {
  const key = await ask('/keys', { name: 'agent', permissions: ['evaluate'], asksToSpend: true });
  const refused = await service.ask('/api/v2/observations/ensure', {
    headers: { authorization: `Bearer ${key.secret}`, 'idempotency-key': 'asked-for-once' },
    body: { kind: 'keyword', caseId, maxAgeSeconds: 0 },
  });
  return String(refused.body.error.details?.approvalId);
}

/** Returns pages for people who are not signed in. Read them last: an invitation and a reset stay open. */
export async function outsidePaths(service: WebService, cookie: string): Promise<Record<string, string>> {
  const invited = await service.call('inviteMember', { email: 'colleague@example.com' }, { cookie });
  const { secret } = await openReset(service.api, owner.email);
  return {
    'sign-in': '/sign-in',
    setup: '/setup?token=x',
    'forgotten password': '/forgot',
    'new password': `/reset#${secret}`,
    'closed reset': '/reset#used-before',
    invitation: `/join${new URL(invited.link).hash}`,
    'closed invitation': '/join#used-before',
  };
}

/** Imports a log with one crawler and one visitor. */
async function importLog(
  service: WebService,
  cookie: string,
  websiteId: string,
  ask: (path: string, body: unknown) => Promise<any>,
): Promise<void> {
  const { source } = await ask('/log-sources', { websiteId, name: 'Web server' });
  const [day, month, year, time] = new Date().toUTCString().slice(5).split(' ');
  const line = (agent: string, referer: string) =>
    `192.0.2.9 - - [${day}/${month}/${year}:${time} +0000] "GET /prices HTTP/1.1" 200 512 "${referer}" "${agent}"`;
  const response = await fetch(`${service.url}/api/v2/log-sources/${source.id}/imports`, {
    method: 'POST',
    headers: { cookie, origin: service.url, 'content-type': 'application/octet-stream' },
    body: [line('GPTBot/1.2', '-'), line('Mozilla/5.0', 'https://chatgpt.com/')].join('\n'),
  });
  if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`);
}

/** Imports a file with two pages of the website, as Bing exports them. */
async function importPages(service: WebService, cookie: string, websiteId: string): Promise<void> {
  const body = await service.call('listSites', {}, { cookie });
  const domain = body.sites.find(({ id }) => id === websiteId)?.domain;
  const response = await fetch(`${service.url}/api/v2/imports?websiteId=${websiteId}&name=pages.csv`, {
    method: 'POST',
    headers: { cookie, origin: service.url, 'content-type': 'application/octet-stream' },
    body: `"Page","Citations"\r\n"https://${domain}/prices","12"\r\n"https://${domain}/","3"\r\n`,
  });
  if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`);
}
