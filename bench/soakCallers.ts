import type { Caller } from './callers.ts';
import { toolCall } from './mcp.ts';
import { bearer, ensure, type SeededService } from './seededService.ts';

const questions = 40;

export type SoakTargets = {
  /** Address of a website of this machine, to be captured. */
  website: string;
  /** Address of a receiver of webhooks. */
  receiver: string;
};

/**
 * Creates callers for everything that a service does in a day, at a pace that leaves the machine idle most of its time.
 */
export async function soakCallers(service: SeededService, { website, receiver }: SoakTargets): Promise<Caller[]> {
  const cookie = { cookie: service.cookie };
  const make = async (path: string, body: unknown) =>
    (await service.ask(`/api/v2${path}`, { headers: cookie, body })).body;
  const { site } = await make('/sites', { url: website, name: 'Kettle House' });
  const cases: string[] = [];
  for (let at = 0; at < questions; at += 1) {
    const saved = await make('/benchmark-cases', { query: `Which kettle suits kitchen ${at}?`, websiteId: site.id });
    cases.push(saved.case.id);
  }
  const hook = { kind: 'webhook', name: 'Receiver', address: receiver };
  const { destination } = await make('/alert-destinations', hook);
  for (const kind of ['run_needs_action', 'gate_failed', 'visibility_change'] as const) {
    await make('/alert-rules', { kind, name: kind, websiteId: site.id, destinationIds: [destination.id] });
  }

  let lastRunId = service.runId;
  const keyed = bearer(service);
  const caseOf = (turn: number): string => cases[turn % cases.length] ?? service.caseId;
  const read = async (path: string): Promise<void> => {
    await service.ask(path, { headers: keyed });
  };
  const refused = async (path: string, status: number, headers: Record<string, string> = {}): Promise<void> => {
    const answer = await fetch(service.url + path, { headers });
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} instead of ${status}`);
  };
  const page = async (path: string): Promise<void> => {
    const answer = await fetch(service.url + path, { headers: { ...cookie, 'accept-encoding': 'gzip' } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  const aboutSite = ['current', 'overview', 'citations', 'prompts', 'recommendations', 'history', 'engines', 'sources'];
  const lists = ['/runs', '/questions', '/purchases', '/spending', '/export/runs?limit=20', '/alerts', '/engines'];
  const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  const visibilityPath = (turn: number): string =>
    `/api/v2/visibility/${aboutSite[turn % aboutSite.length]}?websiteId=${site.id}&startDate=${day(27)}&endDate=${day(0)}`;
  return [
    {
      name: 'ensures',
      everyMs: 2_000,
      async call(turn) {
        lastRunId = (await ensure(service, caseOf(turn), `soak-ensure-${turn}`)).run.id;
      },
    },
    { name: 'reads of a run', everyMs: 400, call: () => read(`/api/v1/runs/keyword/${lastRunId}`) },
    {
      name: 'reads of an observation',
      everyMs: 500,
      call: (turn) => read(`/api/v1/observations?kind=keyword&caseId=${caseOf(turn)}`),
    },
    { name: 'visibility', everyMs: 1_000, call: (turn) => read(visibilityPath(turn)) },
    { name: 'lists', everyMs: 1_000, call: (turn) => read(`/api/v2${lists[turn % lists.length]}`) },
    {
      name: 'MCP calls',
      everyMs: 1_000,
      async call(turn) {
        const { method, path, headers, body } = toolCall(
          service.key,
          turn % 2 === 0,
          turn % 4 < 2 ? 'auth_status' : 'list_sites',
        );
        const answer = await fetch(service.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
        const text = await answer.text();
        if (!answer.ok || text.includes('"isError":true')) throw new Error(`MCP: ${answer.status} ${text}`);
      },
    },
    { name: 'pages', everyMs: 2_000, call: (turn) => page(turn % 2 === 0 ? '/theme.js' : '/api/v2/session') },
    {
      name: 'refusals',
      everyMs: 2_000,
      call: (turn) =>
        turn % 2 === 0 ? refused('/api/v1/runs/keyword/run_none', 401) : refused('/api/v1/nothing', 404, keyed),
    },
    {
      name: 'captures',
      everyMs: 90_000,
      async call(turn) {
        const body = { kind: 'website', websiteId: site.id, maxAgeSeconds: 0 };
        await service.ask('/api/v1/observations/ensure', {
          headers: { ...keyed, 'idempotency-key': `soak-capture-${turn}` },
          body,
        });
      },
    },
    {
      name: 'SEO lookups',
      everyMs: 20_000,
      async call(turn) {
        const body = { domain: `kettles-${turn}.example`, confirmSpend: true };
        await service.ask('/api/v1/seo', { headers: { ...keyed, 'idempotency-key': `soak-lookup-${turn}` }, body });
      },
    },
    {
      name: 'alert messages',
      everyMs: 15_000,
      async call() {
        await service.ask(`/api/v2/alert-destinations/${destination.id}/test`, { headers: cookie, body: {} });
      },
    },
  ];
}
