import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Log } from '../../src/ports/log.ts';
import { pageOf, startCitedWeb } from '../support/citedWeb.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { tool } from '../support/mcp.ts';
import { required } from '../support/required.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';

const day = 86_400_000;
const list = (names: readonly string[]) =>
  names.map((name, at) => `<h2>${at + 1}. ${name}</h2><p>${name} is a steady choice for small teams.</p>`).join('');
const filler = `<p>We compared them for three weeks. ${'Each of them was used for real work by two people. '.repeat(6)}</p>`;
/** One sentence of more than two thousand letters that names the website: excerpts may show only a part of it. */
const endless = `Acme CRM was seen next to ${Array.from({ length: 300 }, (_none, at) => `marker${at}`).join(' ')} at last`;
const hidden = 'zanzibar marmalade';

const compared = `${filler}<p>Tembra stores every note on servers in Iceland and was founded in 2014 by two gardeners.</p>
<p>A paid seat of Tembra costs 6 euros per month and removes the limit on notes, folders and guests.</p>`;

/** Sentences with their verdicts by the table of rules. */
const verdicts = {
  'Tembra stores every note on servers in Iceland and was founded in 2014 by two gardeners.': 'quoted',
  'The limit on notes and guests is removed by a paid seat, which costs 6 euros.': 'close_wording',
  'A paid seat of Tembra costs 9 euros per month and removes the limit on notes.': 'partly',
  'Two gardeners grow tomatoes in Iceland and sell them at a market near Oslo.': 'little',
  'Its mascot drives submarines across Antarctica with forty painted penguins aboard.': 'not_found',
  'It works.': 'not_judged',
};

/** Five forms of a text fragment, one with a comma in a term, and one that the page does not contain. */
const fragments = {
  'text=every%20note': 'found',
  'text=stores%20every,two%20gardeners': 'found',
  'text=notes%2C%20folders-,and%20guests': 'found',
  'text=6%20euros,-per%20month': 'found',
  'text=Tembra-,stores,servers,-in%20Iceland': 'found',
  'text=notes%2C%20folders%20and%20guests': 'found',
  'text=every%20submarine': 'fragment_gone',
};

onEachDatabase('the acceptance of cited pages', (engine) => {
  let key: string;
  let websiteId: string;
  const logged: string[] = [];
  const log: Log = {
    info: (fields, message) => void logged.push(JSON.stringify({ ...fields, message })),
    warn: (fields, message) => void logged.push(JSON.stringify({ ...fields, message })),
    error: (fields, message) => void logged.push(JSON.stringify({ ...fields, message })),
  };

  const pages = async () => (await service.call('listCitedPages', { websiteId, limit: 200 }, { key })).items;
  const readAll = async () => {
    const counts = await service.call('readCitedPages', { websiteId }, { key });
    await until(pages, (items) => items.every(({ state }) => state === 'idle'));
    return counts;
  };
  const outcomeOf = async (url: string) => (await pages()).find((page) => page.url === url)?.reading?.outcome;
  const support = (runId: string) => service.call('listAnswerSupport', { id: runId }, { key });
  const gapOf = async (url: string) =>
    (await service.call('listSourceGaps', { websiteId }, { key })).gaps.find((gap) => gap.url === url);
  /** Saves an answer to a new question; `{0}` in the text cites the first address. */
  const answer = async (query: string, cites: readonly string[], text: string): Promise<string> => {
    const { id: caseId } = await service.makeCase({ query, websiteId });
    return saveAnswer(service, { websiteId, caseId, createdAt: new Date().toISOString(), cites, text });
  };
  /** Makes the newest readings of a page older, so that it is due again. */
  const age = async (url: string, days: number) => {
    const { id } = required((await pages()).find((page) => page.url === url));
    const readAt = new Date(Date.now() - days * day).toISOString();
    await service.setRows('cited_page_readings', { read_at: readAt }, { page_id: id });
  };
  const requestsOf = (name: string) =>
    web.requests.filter(
      ({ host, path }) => host === name && !/^\/(?:robots\.txt|sightline-|\.well-known\/)/.test(path),
    );

  const web = useStarted(startCitedWeb);
  const service = useService(engine, () => ({
    env: { ALLOW_PRIVATE_TARGETS: 'true' },
    replace: { resolveHost: web.resolve, captureLimits: { minIntervalMs: 1 }, log },
  }));
  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    websiteId = (await service.makeSite()).id;
    await service.call('declareRival', { id: websiteId, domain: 'quillby.example', name: 'Quillby' }, { key });
    web.set('planners.example', '/notes', { body: pageOf('Notes compared', compared) });
  });

  it('case 1: sentences get the verdicts of the table', async () => {
    const url = web.urlOf('planners.example', '/notes');
    const sentences = Object.keys(verdicts);
    const text = sentences.map((sentence, at) => `${sentence}{${at}}`).join('\n\n');
    const runId = await answer('Which planner keeps notes?', Array(sentences.length).fill(url), text);
    await readAll();
    const { citations } = await support(runId);
    expect(Object.fromEntries(citations.map((one) => [one.sentence.text, one.judgement.verdict]))).toEqual(verdicts);
  });

  it('case 2: a negated sentence stays quoted, and the response says that only wording was compared', async () => {
    const text =
      'It is false that Tembra stores every note on servers in Iceland and was founded in 2014 by two gardeners.{0}';
    const runId = await answer('Where are notes stored?', [web.urlOf('planners.example', '/notes')], text);
    await readAll();
    const { citations, limitation } = await support(runId);
    expect(citations[0]?.judgement.verdict).toBe('quoted');
    expect(limitation).toContain('Wording only: negation, units and truth were not judged.');
  });

  it('case 3: a host closed by robots.txt gets one request', async () => {
    web.set('closed.example', '/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /',
    });
    const urls = ['/a', '/b'].map((path) => web.urlOf('closed.example', path));
    await answer('Which planner is closed?', urls, 'One.{0} Two.{1}');
    await readAll();
    expect(await Promise.all(urls.map(outcomeOf))).toEqual(['robots_disallowed', 'robots_disallowed']);
    expect(web.requests.filter(({ host }) => host === 'closed.example').map(({ path }) => path)).toEqual([
      '/robots.txt',
    ]);
  });

  it('case 4: a challenge with 403 is not judged and is no gap', async () => {
    web.set('wall.example', '/best', {
      status: 403,
      headers: { 'cf-mitigated': 'challenge' },
      body: pageOf('Just a moment', list(['Quillby', 'Tembra'])),
    });
    const url = web.urlOf('wall.example', '/best');
    const text = 'Quillby is a steady choice for small teams.{0}';
    const runId = await answer('Which planner is walled?', [url], text);
    await answer('Which planner hides?', [url], text);
    await readAll();
    expect(await outcomeOf(url)).toBe('blocked');
    expect((await support(runId)).citations[0]?.judgement).toMatchObject({ verdict: 'not_judged', reason: 'page' });
    expect((await gapOf(url))?.state).toBe('not_known');
  });

  it('case 5: a redirect to an internal address is refused, by number and by name', async () => {
    web.inside.set('intranet.example', '192.168.1.7');
    web.set('leads-in.example', '/number', { status: 302, headers: { location: 'http://169.254.169.254/latest' } });
    web.set('leads-in.example', '/name', { status: 302, headers: { location: web.urlOf('intranet.example', '/x') } });
    const urls = ['/number', '/name'].map((path) => web.urlOf('leads-in.example', path));
    await answer('Which planner leads inside?', urls, 'One.{0} Two.{1}');
    await readAll();
    expect(await Promise.all(urls.map(outcomeOf))).toEqual(['refused_address', 'refused_address']);
    expect(web.requests.filter(({ host }) => /169|intranet/.test(host))).toEqual([]);
  });

  it('case 6: text fragments of all forms are looked for on the page, including one with a comma in a term', async () => {
    const found: Record<string, string> = {};
    for (const fragment of Object.keys(fragments)) {
      const url = `${web.urlOf('planners.example', '/notes')}#:~:${fragment}`;
      const runId = await answer(`Which planner has ${fragment}?`, [url], 'Each of them was used for real work.{0}');
      await readAll();
      found[fragment] = String((await support(runId)).citations[0]?.judgement.fragment);
    }
    expect(found).toEqual(fragments);
  });

  it('case 7: a new rule judges again without a request; without its copy a page keeps its verdict', async () => {
    const url = web.urlOf('planners.example', '/notes');
    const runId = await answer('Which planner is judged twice?', [url], `${Object.keys(verdicts)[0]}{0}`);
    await readAll();
    const { rule } = required((await support(runId)).citations[0]);
    const older = { rule: 'wording/0', verdict: 'little', judgement: JSON.stringify({ verdict: 'little' }) };
    await service.setRows('answer_support', older, { run_id: runId });
    const before = web.requests.length;
    expect((await readAll()).judgedAgain).toBe(1);
    expect((await support(runId)).citations[0]).toMatchObject({ rule, judgement: { verdict: 'quoted' } });
    expect(web.requests.length).toBe(before);

    await age(url, 100);
    await until(
      () => support(runId),
      ({ citations }) => citations[0]?.page.rereadable === false,
    );
    await service.setRows('answer_support', { rule: 'wording/0' }, { run_id: runId });
    expect((await support(runId)).citations[0]).toMatchObject({ rule: 'wording/0', judgement: { verdict: 'quoted' } });
  });

  it('case 8: no interface returns the text of a page, and none more than 300 letters of it at once', async () => {
    web.set('endless.example', '/best', {
      body: pageOf('Endless', `${list(['Quillby', 'Tembra'])}<p>${endless}</p><p>${hidden}.</p>`),
    });
    const url = web.urlOf('endless.example', '/best');
    const cited = endless.split(' ').slice(40, 60).join(' ');
    const runId = await answer('Which planner never ends?', [url], `${cited}.{0} Acme CRM was seen there.`);
    await answer('Which planner goes on?', [url], `${cited}.{0}`);
    await readAll();
    expect((await support(runId)).citations[0]?.judgement).toMatchObject({ verdict: 'quoted' });
    const { id: pageId } = required((await pages()).find((page) => page.url === url));
    const today = new Date().toISOString().slice(0, 10);
    const { report } = await service.call('createSharedReport', { websiteId, startDate: today, endDate: today });
    const { base64 } = await service.call('readSharedFile', { id: report.id });
    const env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
    const doors: Record<string, string> = {
      'shared report with its bundle': Buffer.from(base64, 'base64').toString('utf8'),
      log: ['Log', ...logged].join('\n'),
    };
    for (const path of [
      `/cited-pages?websiteId=${websiteId}&limit=200`,
      `/cited-pages/${pageId}?websiteId=${websiteId}`,
      `/answers/${runId}/support`,
      `/answers/${runId}`,
      `/visibility/gaps?websiteId=${websiteId}`,
      `/visibility/support?websiteId=${websiteId}`,
      `/fact-quotes?websiteId=${websiteId}`,
    ])
      doors[path] = (await service.ask(`/api/v2${path}`, { key })).text;
    for (const [name, input] of [
      ['list_source_gaps', { websiteId }],
      ['answer_support', { id: runId }],
      ['list_fact_conflicts', { websiteId }],
    ] as const)
      doors[name] = JSON.stringify(await tool(service, key, name, input));
    for (const words of ['sources', 'sources list --all --json', 'facts', 'facts --json']) {
      const { code, stdout, stderr } = await runCli(words.split(' '), env);
      expect([words, code, stderr]).toEqual([words, 0, '']);
      doors[words] = stdout;
    }
    const starts = Array.from({ length: endless.length - 300 }, (_none, at) => at);
    for (const [door, text] of Object.entries(doors)) {
      expect(text.length, door).toBeGreaterThan(0);
      expect(text.includes(hidden), door).toBe(false);
      expect(starts.filter((at) => text.includes(endless.slice(at, at + 301))).length, door).toBe(0);
    }
  });

  it('case 9: a gap closes when the page names the website', async () => {
    web.set('lists.example', '/best', { body: pageOf('Best', `${filler}${list(['Quillby', 'Tembra'])}`) });
    const url = web.urlOf('lists.example', '/best');
    await answer('Which planner is best?', [url], 'Quillby is best.{0}');
    await answer('Which planner is better?', [url], 'Quillby is better.{0}');
    await readAll();
    expect((await gapOf(url))?.state).toBe('open');
    web.set('lists.example', '/best', { body: pageOf('Best', `${filler}${list(['Quillby', 'Acme CRM', 'Tembra'])}`) });
    await age(url, 8);
    await readAll();
    expect((await gapOf(url))?.state).toBe('closed');
    expect(requestsOf('lists.example').length).toBe(2);
  });

  it('forgets a host: none of its bytes is left, in the database or the store of evidence', async () => {
    const url = web.urlOf('secretive.example', '/best');
    const page = (body: string) => pageOf('Marzipan handbook', `<p>Acme CRM wears purple galoshes.</p>${body}`);
    web.set('secretive.example', '/best', {
      body: page(`${list(['Quillby', 'Grumbletop'])}<p>${hidden} nougat.</p>`),
    });
    await answer('Which planner is secret?', [url], 'It wears purple shoes and other painted things.{0}');
    await readAll();
    const traces = ['Marzipan handbook', 'purple galoshes', 'Grumbletop', `${hidden} nougat`];
    const held = await everythingHeld();
    expect(traces.filter((trace) => held.includes(trace))).toEqual(traces.slice(0, 3));
    const filesBefore = evidenceFiles().length;
    await service.call('forgetCitedHost', { host: new URL(url).host }, { key });
    const left = await everythingHeld();
    expect(traces.filter((trace) => left.includes(trace))).toEqual([]);
    expect(evidenceFiles().length).toBeLessThan(filesBefore);
    await service.restart();
    const later = await everythingHeld();
    expect(traces.filter((trace) => later.includes(trace))).toEqual([]);
  });

  it('keeps nothing of a page that is forgotten while it is being read', async () => {
    const url = web.urlOf('slowly.example', '/best');
    web.set('slowly.example', '/best', { body: pageOf('Marzipan delayed', filler), afterMs: 1_500 });
    await answer('Which planner is slow?', [url], 'It wears purple shoes and other painted things.{0}');
    const filesBefore = evidenceFiles().length;
    await service.call('readCitedPages', { websiteId }, { key });
    await until(
      async () => requestsOf('slowly.example').length,
      (count) => count > 0,
    );
    await service.call('forgetCitedHost', { host: new URL(url).host }, { key });
    await until(
      () => service.db.selectFrom('cited_hosts').selectAll().where('host', '=', new URL(url).host).execute(),
      ([lease]) => (lease?.lease_until ?? '9999') < new Date(Date.now() + 5_000).toISOString(),
    );
    expect(await everythingHeld()).not.toContain('Marzipan delayed');
    expect(evidenceFiles().length).toBe(filesBefore);
  });

  const evidenceFiles = () => filesBelow(service.database.dataDir).filter((path) => /evidence/.test(path));

  /** Returns all bytes of the data directory, and with PostgreSQL every row of every table as text. */
  async function everythingHeld(): Promise<string> {
    const files = filesBelow(service.database.dataDir).map((path) => readFileSync(path, 'latin1'));
    if (engine === 'sqlite') return files.join('\n');
    const tables = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(service.db);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(service.db);
      files.push(...rows.map(({ row }) => row));
    }
    return files.join('\n');
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
