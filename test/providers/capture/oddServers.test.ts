import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { analyze } from '../../../src/domain/checks/analyze.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import {
  type Answer,
  type Answering,
  redirect,
  soundPage,
  soundSite,
  startWebsite,
  text,
} from '../../support/website.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const capture = createPageCapture({ allowPrivateTargets: true });

type Outcomes = Readonly<Record<string, string>>;
type Odd = readonly [what: string, changes: (url: string) => Record<string, Answering>, outcomes: Outcomes];

async function judge(changes: Odd[1], ids: readonly string[]): Promise<Outcomes> {
  const pages: Record<string, Answering> = {};
  const website = await startWebsite({ pages });
  open.push(website);
  Object.assign(pages, soundSite(website.url, 2), changes(website.url));
  const request = captureRequest(website.url, { samplePages: 8, maxRetries: 0, totalTimeoutMs: 2_000 });
  const { result } = analyze(bundleOf(await capture.capture(request, keepGoing)));
  const found = new Map<string, string>(result.checks.map(({ id, outcome }) => [id, outcome]));
  return Object.fromEntries(ids.map((id) => [id, found.get(id) ?? 'unmeasured']));
}

const html = 'text/html; charset=utf-8';
const at = (path: string, answer: Answering) => () => ({ [path]: answer });
const robots = (answer: Answer) => at('/robots.txt', answer);
const home = (answer: Answering) => at('/', answer);
const german = 'Größe und Güte der Öfen für Häuser, täglich geprüft, über alle Räume hinweg schön und gemütlich. ';
const russian = 'Чайник кипятит воду и вода становится чаем после нескольких спокойных минут в тихом доме. ';
const paged = (head: string, body: string) =>
  `<!doctype html><html><head>${head}</head><body><main><h1>Öfen</h1><p>${body}</p></main></body></html>`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** Encodes Russian letters as windows-1251, where they are contiguous. */
const cp1251 = (text: string) =>
  Buffer.from(
    [...text].map((char) =>
      char >= 'А' && char <= 'я' ? char.charCodeAt(0) - 0x410 + 0xc0 : char.charCodeAt(0) & 0x7f,
    ),
  );
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const status = (code: number, body = '<p>something</p>'): Answer => ({ status: code, body });

const statuses: Odd[] = [
  [
    'robots.txt 404',
    robots({ status: 404 }),
    { 'access.robots.fetch': 'pass', 'access.robots.syntax': 'not_applicable', 'access.robots.search_bots': 'pass' },
  ],
  ['robots.txt 410', robots({ status: 410 }), { 'access.robots.fetch': 'pass', 'access.robots.search_bots': 'pass' }],
  ['robots.txt 401', robots({ status: 401 }), { 'access.robots.fetch': 'warn', 'access.robots.search_bots': 'pass' }],
  ['robots.txt 403', robots({ status: 403 }), { 'access.robots.fetch': 'warn', 'access.robots.search_bots': 'pass' }],
  ['robots.txt 429', robots({ status: 429 }), { 'access.robots.fetch': 'fail', 'access.robots.search_bots': 'fail' }],
  ['robots.txt 500', robots({ status: 500 }), { 'access.robots.fetch': 'fail', 'access.robots.search_bots': 'fail' }],
  ['robots.txt 503', robots({ status: 503 }), { 'access.robots.fetch': 'fail' }],
  [
    'robots.txt 204 and empty',
    robots({ status: 204, headers: { 'content-type': 'text/plain' } }),
    { 'access.robots.fetch': 'pass', 'access.robots.search_bots': 'pass' },
  ],
  ['robots.txt 200 and empty', robots(text('')), { 'access.robots.fetch': 'pass', 'access.robots.syntax': 'pass' }],
  [
    'robots.txt that redirects to a file',
    (url) => ({ '/robots.txt': redirect(`${url}r.txt`), '/r.txt': text('User-agent: *\nDisallow: /part-0') }),
    { 'access.robots.fetch': 'pass' },
  ],
  [
    'robots.txt that redirects to itself',
    (url) => ({ '/robots.txt': redirect(`${url}robots.txt`) }),
    { 'access.robots.fetch': 'warn', 'access.robots.search_bots': 'pass' },
  ],
  [
    'robots.txt that is the home page',
    robots({ headers: { 'content-type': html }, body: '<!doctype html><html><p>Welcome</p></html>' }),
    { 'access.robots.fetch': 'warn', 'access.robots.search_bots': 'pass' },
  ],
  [
    'robots.txt that is HTML under text/plain',
    robots(text('<!doctype html><html><p>Welcome</p></html>')),
    { 'access.robots.fetch': 'warn', 'access.robots.syntax': 'warn' },
  ],
  [
    'robots.txt under a type of its own',
    robots({ headers: { 'content-type': 'application/octet-stream' }, body: 'User-agent: *\nAllow: /' }),
    { 'access.robots.fetch': 'pass', 'access.robots.syntax': 'pass' },
  ],
  [
    'home 404',
    home(status(404)),
    { 'access.page.status': 'fail', 'access.challenge': 'pass', 'render.raw_text': 'pass' },
  ],
  ['home 500', home(status(500)), { 'access.page.status': 'fail', 'access.challenge': 'pass' }],
  ['home 403', home(status(403)), { 'access.page.status': 'fail', 'access.challenge': 'fail' }],
  ['home 401', home(status(401)), { 'access.page.status': 'fail', 'access.challenge': 'pass' }],
  [
    'home 202 of a firewall',
    home({ status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }),
    { 'access.challenge': 'fail' },
  ],
  ['home 204 without a body', home({ status: 204 }), { 'access.page.status': 'fail', 'access.challenge': 'pass' }],
  ['home 418', home(status(418)), { 'access.page.status': 'fail', 'access.challenge': 'pass' }],
  ['home 999', home(status(999)), { 'access.page.status': 'fail', 'access.challenge': 'pass' }],
  [
    'every unknown path 200',
    (url) => ({ ...Object.fromEntries([]), '/llms.txt': soundPage(url, '/llms.txt', 'Welcome') }),
    { 'agent.llms_txt': 'warn' },
  ],
];

const redirects: Odd[] = [
  [
    'home that redirects once',
    (url) => ({ '/': redirect(`${url}start`), '/start': soundPage(url, '/start', 'Start', ['/about']) }),
    { 'access.page.redirects': 'pass', 'access.page.status': 'pass' },
  ],
  ['home that redirects without an address', home({ status: 302 }), { 'access.page.status': 'fail' }],
  [
    'home that redirects to a mail address',
    home(redirect('mailto:cup@kettle.example')),
    { 'access.page.status': 'fail' },
  ],
  [
    'home that redirects to itself',
    (url) => ({ '/': redirect(url) }),
    { 'access.page.redirects': 'fail', 'access.page.status': 'fail' },
  ],
  [
    'home with a meta refresh',
    (url) => ({
      '/': { body: '<meta http-equiv="refresh" content="0; url=/start">' },
      '/start': soundPage(url, '/start', 'Start', ['/about', '/contact', '/privacy', '/terms', '/part-0/page-0']),
    }),
    { 'access.page.redirects': 'warn', 'render.raw_text': 'pass', 'discovery.links.crawlable': 'pass' },
  ],
  [
    'home with a script that goes on',
    (url) => ({
      '/': { body: '<script>window.location.href = "/start";</script>' },
      '/start': soundPage(url, '/start', 'Start', ['/about']),
    }),
    { 'access.page.redirects': 'warn', 'render.raw_text': 'pass' },
  ],
  [
    'home with a meta refresh to another website',
    home({ body: '<meta http-equiv="refresh" content="0; url=https://elsewhere.example/">' }),
    { 'access.page.redirects': 'warn', 'render.raw_text': 'fail' },
  ],
  [
    'home that reloads itself each minute',
    (url) => ({
      '/': {
        ...soundPage(url, '/', 'Home'),
        body: `<meta http-equiv="refresh" content="60">${String(soundPage(url, '/', 'Home').body)}`,
      },
    }),
    { 'access.page.redirects': 'pass', 'render.raw_text': 'pass' },
  ],
  ['a made-up path that redirects home', (url) => ({ '/about': redirect(url) }), { 'access.soft404': 'pass' }],
];

const charsets: Odd[] = [
  [
    'Latin-1 that says so in its header',
    home({
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      body: latin1(paged('<title>Öfen</title>', german.repeat(20))),
    }),
    { 'render.charset': 'pass', 'render.raw_text': 'pass' },
  ],
  [
    'Latin-1 that says so in a meta element',
    home({
      headers: { 'content-type': 'text/html' },
      body: latin1(paged('<meta charset="iso-8859-1"><title>Öfen</title>', german.repeat(20))),
    }),
    { 'render.charset': 'pass' },
  ],
  [
    'Latin-1 that calls itself UTF-8',
    home({ body: latin1(paged('<title>Öfen</title>', german.repeat(20))) }),
    { 'render.charset': 'fail' },
  ],
  [
    'Latin-1 that says nothing',
    home({ headers: { 'content-type': 'text/html' }, body: latin1(paged('<title>Öfen</title>', german.repeat(20))) }),
    { 'render.charset': 'fail' },
  ],
  [
    'windows-1251 that calls itself UTF-8',
    home({ body: cp1251(paged('<title>Чай</title>', russian.repeat(20))) }),
    { 'render.charset': 'fail' },
  ],
  [
    'windows-1251 that says so',
    home({
      headers: { 'content-type': 'text/html; charset=windows-1251' },
      body: cp1251(paged('<title>Чай</title>', russian.repeat(20))),
    }),
    { 'render.charset': 'pass', 'render.raw_text': 'pass' },
  ],
  [
    'UTF-16 with its mark',
    home({ headers: { 'content-type': 'text/html' }, body: utf16(paged('<title>Öfen</title>', german.repeat(20))) }),
    { 'render.charset': 'pass', 'render.raw_text': 'pass' },
  ],
  [
    'a charset that nobody knows',
    home({
      headers: { 'content-type': 'text/html; charset=tea' },
      body: paged('<title>Öfen</title>', german.repeat(20)),
    }),
    { 'render.charset': 'pass' },
  ],
];

const contents: Odd[] = [
  [
    'an empty body',
    home({ body: '' }),
    { 'render.raw_text': 'fail', 'access.challenge': 'pass', 'access.page.status': 'pass' },
  ],
  [
    'a page that is text/plain',
    home({ headers: { 'content-type': 'text/plain' }, body: 'Welcome to the kettle house.' }),
    { 'discovery.links.crawlable': 'fail' },
  ],
  [
    'a page without a type',
    (url) => ({ '/': { headers: { 'content-type': '' }, body: String(soundPage(url, '/', 'Home', ['/about']).body) } }),
    { 'render.raw_text': 'pass' },
  ],
  [
    'a page that is a picture',
    home({ headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80, 78, 71]) }),
    { 'discovery.links.crawlable': 'fail' },
  ],
  [
    'JSON',
    home({ headers: { 'content-type': 'application/json' }, body: '{"hello":"world"}' }),
    { 'discovery.links.crawlable': 'fail' },
  ],
  [
    'an empty shell with a captcha script',
    home({
      body: '<title>Shop</title><div id="root"></div><script src="https://www.google.com/recaptcha/api.js"></script>',
    }),
    { 'access.challenge': 'pass', 'render.raw_text': 'fail' },
  ],
  [
    'an empty shell with a challenge script of its edge',
    home({ body: '<div id="app"></div><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>' }),
    { 'access.challenge': 'pass', 'render.raw_text': 'fail' },
  ],
  [
    'a form with a captcha',
    home({
      body: '<title>Write to us</title><form action="/send"><label>Name <input name="n"></label><div class="h-captcha"></div></form>',
    }),
    { 'access.challenge': 'pass' },
  ],
  [
    'a challenge with status 200',
    home({ body: '<title>Just a moment...</title><p>Checking your browser.</p>' }),
    { 'access.challenge': 'fail' },
  ],
  [
    'a challenge form with status 200',
    home({ body: '<form id="challenge-form" action="/x"></form>' }),
    { 'access.challenge': 'fail' },
  ],
  [
    'text in a declarative shadow root',
    (url) => ({
      '/': {
        body: String(soundPage(url, '/', 'Home', ['/about']).body)
          .replace('<main>', '<kettle-page><template shadowrootmode="open"><main>')
          .replace('</main>', '</main></template></kettle-page>'),
      },
    }),
    { 'render.raw_text': 'pass' },
  ],
  [
    'text in a template that nobody opens',
    (url) => ({
      '/': {
        body: String(soundPage(url, '/', 'Home', ['/about']).body)
          .replace('<main>', '<template><main>')
          .replace('</main>', '</main></template>'),
      },
    }),
    { 'render.raw_text': 'fail' },
  ],
  [
    'a gzipped page',
    (url) => ({
      '/': {
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(String(soundPage(url, '/', 'Home', ['/about']).body)),
      },
    }),
    { 'render.raw_text': 'pass', 'access.page.status': 'pass' },
  ],
  [
    'a page that calls itself gzipped and is not',
    home({ headers: { 'content-encoding': 'gzip' }, body: 'plain words' }),
    { 'access.page.status': 'fail' },
  ],
  [
    'headers of 64 KiB',
    home({ headers: { 'x-long': 'x'.repeat(65_000) }, body: 'x' }),
    { 'access.page.status': 'fail' },
  ],
  [
    'headers of 12 KiB',
    (url) => ({ '/': { ...soundPage(url, '/', 'Home'), headers: { 'x-long': 'x'.repeat(12_000) } } }),
    { 'access.page.status': 'pass', 'render.raw_text': 'pass' },
  ],
  [
    'three megabytes of page',
    (url) => ({ '/': { body: `${String(soundPage(url, '/', 'Home').body)}<!--${'x'.repeat(3_000_000)}-->` } }),
    { 'render.html_bytes': 'fail' },
  ],
  [
    'inner pages that name home as canonical',
    (url) => ({
      '/part-0/page-0': {
        body: String(soundPage(url, '/', 'Kettle of copper').body)
          .replaceAll('kettle boils', 'pot of copper warms')
          .replaceAll('quiet', 'loud and merry'),
      },
      '/part-1/page-1': {
        body: String(soundPage(url, '/', 'Kettle of iron').body)
          .replaceAll('kettle boils water and the water becomes tea', 'lamp gives light and a shade makes it soft')
          .replaceAll('some quiet', 'many long'),
      },
    }),
    { 'index.canonical': 'fail' },
  ],
  [
    'an AI catalogue',
    (url) => ({
      '/robots.txt': text(`User-agent: *\nAgentmap: ${url}agents.json`),
      '/agents.json': {
        headers: { 'content-type': 'application/json' },
        body: '{"specVersion":"1.0","entries":[{"identifier":"urn:air:kettle.example:mcp:tea","displayName":"Tea","type":"application/mcp-server-card+json","url":"https://kettle.example/mcp"}]}',
      },
    }),
    { 'agent.well_known': 'pass' },
  ],
  [
    'an Agentmap that leads nowhere',
    (url) => ({ '/robots.txt': text(`User-agent: *\nAgentmap: ${url}agents.json`) }),
    { 'agent.well_known': 'warn' },
  ],
  [
    'an AI catalogue without entries',
    at('/.well-known/ai-catalog.json', {
      headers: { 'content-type': 'application/json' },
      body: '{"specVersion":"1.0"}',
    }),
    { 'agent.well_known': 'warn' },
  ],
  [
    'a misspelt rule that Google’s parser obeys',
    robots(text('User-agent: *\nDisalow: /')),
    { 'access.robots.syntax': 'warn', 'access.robots.search_bots': 'warn' },
  ],
  [
    'rules that match nothing',
    robots(text('User-agent: *\nDisallow: private/')),
    { 'access.robots.syntax': 'warn', 'access.robots.search_bots': 'pass' },
  ],
  [
    'records of other search engines',
    robots(text('User-agent: *\nHost: kettle.example\nClean-param: ref /\nNoindex: /x\nRequest-rate: 1/5')),
    { 'access.robots.syntax': 'pass' },
  ],
];

describe.each([
  ['odd statuses', statuses],
  ['odd redirects', redirects],
  ['odd charsets', charsets],
  ['odd contents', contents],
])('%s', (_, rows) => {
  it.each(rows)('%s', async (_what, changes, outcomes) => {
    expect(await judge(changes, Object.keys(outcomes))).toEqual(outcomes);
  });
});
