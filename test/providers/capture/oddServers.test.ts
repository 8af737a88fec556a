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

/** Short names of the checks in these tables. */
const ids: Readonly<Record<string, string>> = {
  fetch: 'access.robots.fetch',
  syntax: 'access.robots.syntax',
  bots: 'access.robots.search_bots',
  status: 'access.page.status',
  challenge: 'access.challenge',
  text: 'render.raw_text',
  redirects: 'access.page.redirects',
  charset: 'render.charset',
  links: 'discovery.links.crawlable',
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const capture = createPageCapture({ allowPrivateTargets: true });

type Outcomes = Readonly<Record<string, string>>;
type Odd = readonly [what: string, changes: (url: string) => Record<string, Answering>, outcomes: Outcomes];

async function judge(changes: Odd[1], checks: readonly string[]): Promise<Outcomes> {
  const pages: Record<string, Answering> = {};
  const website = await startWebsite({ pages });
  open.push(website);
  Object.assign(pages, soundSite(website.url, 2), changes(website.url));
  const request = captureRequest(website.url, { samplePages: 8, maxRetries: 0, totalTimeoutMs: 2_000 });
  const { result } = analyze(bundleOf(await capture.capture(request, keepGoing)));
  const found = new Map<string, string>(result.checks.map(({ id, outcome }) => [id, outcome]));
  return Object.fromEntries(checks.map((check) => [check, found.get(ids[check] ?? check) ?? 'unmeasured']));
}

const html = 'text/html; charset=utf-8';
const at = (path: string, answer: Answering) => () => ({ [path]: answer });
const robots = (answer: Answer) => at('/robots.txt', answer);
const home = (answer: Answering) => at('/', answer);
const page = (body: NonNullable<Answer['body']>, type?: string) =>
  home({ body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) });
/** Serves a sound home page with its HTML changed. */
const changed =
  (change: (body: string) => NonNullable<Answer['body']>, more: Answer = {}) =>
  (url: string) => ({ '/': { ...more, body: change(String(soundPage(url, '/', 'Home', ['/about']).body)) } });
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
  ['robots.txt 404', robots({ status: 404 }), { fetch: 'pass', syntax: 'not_applicable', bots: 'pass' }],
  ['robots.txt 410', robots({ status: 410 }), { fetch: 'pass', bots: 'pass' }],
  ['robots.txt 401', robots({ status: 401 }), { fetch: 'warn', bots: 'pass' }],
  ['robots.txt 403', robots({ status: 403 }), { fetch: 'warn', bots: 'pass' }],
  ['robots.txt 429', robots({ status: 429 }), { fetch: 'fail', bots: 'fail' }],
  ['robots.txt 500', robots({ status: 500 }), { fetch: 'fail', bots: 'fail' }],
  ['robots.txt 503', robots({ status: 503 }), { fetch: 'fail' }],
  [
    'robots.txt 204 and empty',
    robots({ status: 204, headers: { 'content-type': 'text/plain' } }),
    { fetch: 'pass', bots: 'pass' },
  ],
  ['robots.txt 200 and empty', robots(text('')), { fetch: 'pass', syntax: 'pass' }],
  [
    'robots.txt that redirects to a file',
    (url) => ({ '/robots.txt': redirect(`${url}r.txt`), '/r.txt': text('User-agent: *\nDisallow: /part-0') }),
    { fetch: 'pass' },
  ],
  [
    'robots.txt that redirects to itself',
    (url) => ({ '/robots.txt': redirect(`${url}robots.txt`) }),
    { fetch: 'warn', bots: 'pass' },
  ],
  [
    'robots.txt that is the home page',
    robots({ headers: { 'content-type': html }, body: '<!doctype html><html><p>Welcome</p></html>' }),
    { fetch: 'warn', bots: 'pass' },
  ],
  [
    'robots.txt that is HTML under text/plain',
    robots(text('<!doctype html><html><p>Welcome</p></html>')),
    { fetch: 'warn', syntax: 'warn' },
  ],
  [
    'robots.txt under a type of its own',
    robots({ headers: { 'content-type': 'application/octet-stream' }, body: 'User-agent: *\nAllow: /' }),
    { fetch: 'pass', syntax: 'pass' },
  ],
  ['home 404', home(status(404)), { status: 'fail', challenge: 'pass', text: 'pass' }],
  ['home 500', home(status(500)), { status: 'fail', challenge: 'pass' }],
  ['home 403', home(status(403)), { status: 'fail', challenge: 'fail' }],
  ['home 401', home(status(401)), { status: 'fail', challenge: 'pass' }],
  [
    'home 202 of a firewall',
    home({ status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }),
    { challenge: 'fail' },
  ],
  ['home 204 without a body', home({ status: 204 }), { status: 'fail', challenge: 'pass' }],
  ['home 418', home(status(418)), { status: 'fail', challenge: 'pass' }],
  ['home 999', home(status(999)), { status: 'fail', challenge: 'pass' }],
  [
    'every unknown path 200',
    (url) => ({ '/llms.txt': soundPage(url, '/llms.txt', 'Welcome') }),
    { 'agent.llms_txt': 'warn' },
  ],
];

const redirects: Odd[] = [
  [
    'home that redirects once',
    (url) => ({ '/': redirect(`${url}start`), '/start': soundPage(url, '/start', 'Start', ['/about']) }),
    { redirects: 'pass', status: 'pass' },
  ],
  ['home that redirects without an address', home({ status: 302 }), { status: 'fail' }],
  ['home that redirects to a mail address', home(redirect('mailto:cup@kettle.example')), { status: 'fail' }],
  ['home that redirects to itself', (url) => ({ '/': redirect(url) }), { redirects: 'fail', status: 'fail' }],
  [
    'home with a meta refresh',
    (url) => ({
      '/': { body: '<meta http-equiv="refresh" content="0; url=/start">' },
      '/start': soundPage(url, '/start', 'Start', ['/about', '/contact', '/privacy', '/terms', '/part-0/page-0']),
    }),
    { redirects: 'warn', text: 'pass', links: 'pass' },
  ],
  [
    'home with a script that never ends',
    (url) => ({
      '/': { body: '<script>window.location.href = "/start";</script>' },
      '/start': soundPage(url, '/start', 'Start', ['/about']),
    }),
    { redirects: 'warn', text: 'pass' },
  ],
  [
    'home with a meta refresh to another website',
    page('<meta http-equiv="refresh" content="0; url=https://elsewhere.example/">'),
    { redirects: 'warn', text: 'fail' },
  ],
  [
    'home that reloads itself each minute',
    changed((body) => `<meta http-equiv="refresh" content="60">${body}`),
    { redirects: 'pass', text: 'pass' },
  ],
  ['a made-up path that redirects home', (url) => ({ '/about': redirect(url) }), { 'access.soft404': 'pass' }],
];

const charsets: Odd[] = [
  [
    'Latin-1 that says so in its header',
    page(latin1(paged('<title>Öfen</title>', german.repeat(20))), 'text/html; charset=iso-8859-1'),
    { charset: 'pass', text: 'pass' },
  ],
  [
    'Latin-1 that says so in a meta element',
    page(latin1(paged('<meta charset="iso-8859-1"><title>Öfen</title>', german.repeat(20))), 'text/html'),
    { charset: 'pass' },
  ],
  [
    'Latin-1 that calls itself UTF-8',
    page(latin1(paged('<title>Öfen</title>', german.repeat(20)))),
    { charset: 'fail' },
  ],
  [
    'Latin-1 that says nothing',
    page(latin1(paged('<title>Öfen</title>', german.repeat(20))), 'text/html'),
    { charset: 'fail' },
  ],
  [
    'windows-1251 that calls itself UTF-8',
    page(cp1251(paged('<title>Чай</title>', russian.repeat(20)))),
    { charset: 'fail' },
  ],
  [
    'windows-1251 that says so',
    page(cp1251(paged('<title>Чай</title>', russian.repeat(20))), 'text/html; charset=windows-1251'),
    { charset: 'pass', text: 'pass' },
  ],
  [
    'UTF-16 with its mark',
    page(utf16(paged('<title>Öfen</title>', german.repeat(20))), 'text/html'),
    { charset: 'pass', text: 'pass' },
  ],
  [
    'an unknown charset',
    page(paged('<title>Öfen</title>', german.repeat(20)), 'text/html; charset=tea'),
    { charset: 'pass' },
  ],
];

const contents: Odd[] = [
  ['an empty body', page(''), { text: 'fail', challenge: 'pass', status: 'pass' }],
  ['a page that is text/plain', page('Welcome to the kettle house.', 'text/plain'), { links: 'fail' }],
  ['a page without a type', changed((body) => body, { headers: { 'content-type': '' } }), { text: 'pass' }],
  ['a page that is a picture', page(new Uint8Array([137, 80, 78, 71]), 'image/png'), { links: 'fail' }],
  ['JSON', page('{"hello":"world"}', 'application/json'), { links: 'fail' }],
  [
    'an empty shell with a captcha script',
    page('<title>Shop</title><div id="root"></div><script src="https://www.google.com/recaptcha/api.js"></script>'),
    { challenge: 'pass', text: 'fail' },
  ],
  [
    'an empty shell with a challenge script of its edge',
    page('<div id="app"></div><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
    { challenge: 'pass', text: 'fail' },
  ],
  [
    'a form with a captcha',
    page(
      '<title>Write to us</title><form action="/send"><label>Name <input name="n"></label><div class="h-captcha"></div></form>',
    ),
    { challenge: 'pass' },
  ],
  [
    'a challenge with status 200',
    page('<title>Just a moment...</title><p>Checking your browser.</p>'),
    { challenge: 'fail' },
  ],
  ['a challenge form with status 200', page('<form id="challenge-form" action="/x"></form>'), { challenge: 'fail' }],
  [
    'text in a declarative shadow root',
    changed((body) =>
      body
        .replace('<main>', '<kettle-page><template shadowrootmode="open"><main>')
        .replace('</main>', '</main></template></kettle-page>'),
    ),
    { text: 'pass' },
  ],
  [
    'text in a template that nobody opens',
    changed((body) => body.replace('<main>', '<template><main>').replace('</main>', '</main></template>')),
    { text: 'fail' },
  ],
  ['a gzipped page', changed(gzipSync, { headers: { 'content-encoding': 'gzip' } }), { text: 'pass', status: 'pass' }],
  [
    'a page that calls itself gzipped and is not',
    home({ headers: { 'content-encoding': 'gzip' }, body: 'plain words' }),
    { status: 'fail' },
  ],
  ['headers of 64 KiB', home({ headers: { 'x-long': 'x'.repeat(65_000) }, body: 'x' }), { status: 'fail' }],
  [
    'headers of 12 KiB',
    (url) => ({ '/': { ...soundPage(url, '/', 'Home'), headers: { 'x-long': 'x'.repeat(12_000) } } }),
    { status: 'pass', text: 'pass' },
  ],
  [
    'three megabytes of page',
    changed((body) => `${body}<!--${'x'.repeat(3_000_000)}-->`),
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
    { syntax: 'warn', bots: 'warn' },
  ],
  ['rules that match nothing', robots(text('User-agent: *\nDisallow: private/')), { syntax: 'warn', bots: 'pass' }],
  [
    'records of other search engines',
    robots(text('User-agent: *\nHost: kettle.example\nClean-param: ref /\nNoindex: /x\nRequest-rate: 1/5')),
    { syntax: 'pass' },
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
