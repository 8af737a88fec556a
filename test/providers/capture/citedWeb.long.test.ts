import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageOutcome } from '../../../src/domain/citedPages/citedPage.ts';
import { readCitedPage } from '../../../src/domain/citedPages/readCitedPage.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { createThreadPool } from '../../../src/providers/reading/threadPool.ts';
import { type CitedWeb, pageOf, startCitedWeb } from '../../support/citedWeb.ts';

const us = 'Varnlo';
const others = ['Quillby', 'Tembra', 'Orsolo', 'Hexworth', 'Lumidesk', 'Parvana', 'Zentrio', 'Kobalto', 'Mirandel'];
const website = {
  ...{ id: 'w1', url: 'https://varnlo.example/', domain: 'varnlo.example', name: us, aliases: [], exactNames: [] },
  ...{ others: [], settledDomains: [], rivals: [{ domain: 'quillby.example', name: 'Quillby' }] },
};

/** Title, introduction and reason of a list in twelve languages, written for this test. */
const languages = [
  [
    'en',
    'The best planners for teams',
    'We used each of these planners for three weeks with two people.',
    'is easy to learn and costs little',
  ],
  [
    'de',
    'Die besten Planer für Teams',
    'Wir haben jeden dieser Planer drei Wochen lang mit zwei Personen benutzt.',
    'ist leicht zu lernen und kostet wenig',
  ],
  [
    'fr',
    'Les meilleurs agendas pour les équipes',
    'Nous avons utilisé chacun de ces agendas pendant trois semaines.',
    'est facile à apprendre et coûte peu',
  ],
  [
    'es',
    'Las mejores agendas para equipos',
    'Hemos usado cada una de estas agendas durante tres semanas.',
    'es fácil de aprender y cuesta poco',
  ],
  [
    'it',
    'Le migliori agende per i team',
    'Abbiamo usato ognuna di queste agende per tre settimane.',
    'è facile da imparare e costa poco',
  ],
  [
    'pt',
    'As melhores agendas para equipas',
    'Usámos cada uma destas agendas durante três semanas.',
    'é fácil de aprender e custa pouco',
  ],
  [
    'nl',
    'De beste planners voor teams',
    'We hebben elk van deze planners drie weken lang gebruikt.',
    'is makkelijk te leren en kost weinig',
  ],
  [
    'pl',
    'Najlepsze kalendarze dla zespołów',
    'Używaliśmy każdego z tych kalendarzy przez trzy tygodnie.',
    'jest łatwy w nauce i niewiele kosztuje',
  ],
  [
    'sv',
    'De bästa kalendrarna för team',
    'Vi använde var och en av dessa kalendrar i tre veckor.',
    'är lätt att lära sig och kostar lite',
  ],
  [
    'tr',
    'Ekipler için en iyi planlayıcılar',
    'Bu planlayıcıların her birini üç hafta boyunca kullandık.',
    'öğrenmesi kolay ve ucuz bir araçtır',
  ],
  ['ja', 'チームにおすすめの予定表', 'それぞれの予定表を二人で三週間使いました。', 'は覚えやすく、料金も安いです'],
  [
    'ru',
    'Лучшие планировщики для команд',
    'Мы пользовались каждым из этих планировщиков три недели.',
    'легко освоить, и стоит он недорого',
  ],
] as const;

type Shape = (names: readonly string[], reason: string) => string;
const shapes: Readonly<Record<string, Shape>> = {
  'numbered headings': (names, reason) =>
    names.map((name, at) => `<h2>${at + 1}. ${name}</h2><p>${name} ${reason}.</p>`).join(''),
  'numbered list': (names, reason) =>
    `<ol>${names.map((name) => `<li><strong>${name}</strong>: ${name} ${reason}.</li>`).join('')}</ol>`,
  'plain list': (names, reason) =>
    `<ul>${names.map((name) => `<li><b>${name}</b> – ${name} ${reason}.</li>`).join('')}</ul>`,
  'list of headings': (names, reason) =>
    `<ol>${names.map((name) => `<li><h3>${name}</h3><p>${name} ${reason}.</p></li>`).join('')}</ol>`,
  table: (names) =>
    `<table><thead><tr><th>Tool</th><th>Price</th></tr></thead><tbody>${names.map((name) => `<tr><td>${name}</td><td>9 €</td></tr>`).join('')}</tbody></table>`,
};

type Planted = { url: string; outcome: PageOutcome; places: readonly string[]; what: string };

function plantLists(web: CitedWeb, planted: Planted[]): void {
  for (const [index, [language, title, introduction, reason]] of languages.entries()) {
    for (const [at, [shape, write]] of Object.entries(shapes).entries()) {
      for (const variant of [0, 1, 2]) {
        const names = others.slice((index + variant) % 4, ((index + variant) % 4) + 4);
        if (variant > 0) names.splice((index + at + variant) % 5, 0, us);
        const [host, path] = [`lists-${language}.example`, `/${at}-${variant}`];
        const filler = `<p>${`${introduction} `.repeat(8)}</p>`;
        web.set(host, path, { body: pageOf(title, `${filler}${write(names, reason)}`) });
        planted.push({ url: web.urlOf(host, path), outcome: 'read', places: names, what: `${language}, ${shape}` });
      }
    }
  }
}

const long = `<p>${'Each of them was used for real work by two people in our office. '.repeat(20)}</p>`;

function plantOutcomes(web: CitedWeb, planted: Planted[]): void {
  const plant = (
    outcome: PageOutcome,
    host: string,
    path: string,
    answer: Parameters<CitedWeb['set']>[2],
    what = outcome as string,
  ) => {
    web.set(host, path, answer);
    planted.push({ url: web.urlOf(host, path), outcome, places: [], what });
  };
  web.set('closed.example', '/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: SightlineBot\nDisallow: /no/',
  });
  web.set('broken.example', '/robots.txt', { status: 503 });
  const same = pageOf('Welcome', long);
  web.set('soft.example', '*', { body: same });
  web.set('soft.example', '/robots.txt', { status: 404 });
  for (const n of [1, 2, 3]) {
    plant('robots_disallowed', 'closed.example', `/no/${n}`, { body: pageOf('Closed', long) });
    plant('robots_disallowed', 'broken.example', `/${n}`, { body: pageOf('Closed', long) }, 'robots.txt with 503');
    plant('blocked', 'wall.example', `/${n}`, { status: [401, 403, 451][n - 1] ?? 403 });
    plant(
      'blocked',
      'check.example',
      `/${n}`,
      { body: pageOf('Just a moment...', '<p>Verify you are human.</p>') },
      'challenge',
    );
    plant(
      'blocked',
      'consent.example',
      `/${n}`,
      { body: pageOf('Before you continue', '<p>Accept cookies?</p>') },
      'consent wall',
    );
    plant('paywalled', 'paper.example', `/${n}`, {
      body: pageOf(
        'News',
        long,
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","isAccessibleForFree":false}</script>',
      ),
    });
    plant('not_found', 'gone.example', `/${n}`, { status: n === 1 ? 410 : 404 });
    plant('soft_404', 'soft.example', `/${n}`, { body: same }, 'like a random path');
    plant('soft_404', 'phrase.example', `/${n}`, { body: pageOf('Page not found', '<p>Sorry.</p>') }, 'says so');
    plant('moved_away', 'moved.example', `/${n}`, {
      status: 301,
      headers: { location: n === 1 ? '/' : web.urlOf('else.example', '/') },
    });
    plant('not_html', 'files.example', `/${n}`, { headers: { 'content-type': 'application/pdf' }, body: '%PDF' });
    plant('too_large', 'bomb.example', `/${n}`, {
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(40 * 1024 * 1024, 97)),
    });
    plant('refused_address', 'inner.example', `/${n}`, {
      status: 302,
      headers: { location: `http://${['169.254.169.254', '10.0.0.1', 'hidden.example'][n - 1]}/` },
    });
    plant('unreachable', 'error.example', `/${n}`, { status: 500 });
  }
  web.set('moved.example', '/', { body: pageOf('Home', long) });
  web.set('else.example', '/', { body: pageOf('Else', long) });
  web.inside.set('hidden.example', '192.168.1.7');
}

describe('a web of generated pages', () => {
  let web: CitedWeb;
  const planted: Planted[] = [];
  const seen: (Planted & { found: PageOutcome; names: string[] })[] = [];
  const pool = createThreadPool();

  beforeAll(async () => {
    web = await startCitedWeb();
    plantLists(web, planted);
    plantOutcomes(web, planted);
    const capture = createPageCapture({ allowPrivateTargets: true, guard: { resolve: web.resolve }, texts: pool });
    const request = {
      agent: 'SightlineBot/1.0 (+https://sightline.example/)',
      robotsToken: 'SightlineBot',
      limits: { minIntervalMs: 0 },
    };
    for (const [, ofHost] of Map.groupBy(planted, ({ url }) => new URL(url).host)) {
      const visit = await capture.visit(request, { shouldStop: () => false });
      for (const page of ofHost) {
        const attempt = await visit.read(page.url, 'run_planted');
        if (attempt.kind === 'stopped') throw new Error(`${page.url} was not read`);
        if (attempt.kind === 'robots') {
          seen.push({ ...page, found: 'robots_disallowed', names: [] });
          continue;
        }
        const { facts, websites } = readCitedPage(attempt.page, [{ website, facts: [], sentences: [] }]);
        const names = websites[0]?.view?.names ?? [];
        seen.push({
          ...page,
          found: facts.outcome,
          names: names.filter(({ place }) => place !== null).map(({ name }) => name),
        });
      }
    }
  });
  afterAll(async () => {
    await pool.close();
    await web.close();
  });

  it('has at least two hundred pages, with correct outcomes for 98 %', () => {
    expect(planted.length).toBeGreaterThanOrEqual(200);
    const wrong = seen.filter(({ outcome, found }) => outcome !== found);
    const told = wrong.map(
      ({ url, outcome, found, what }) => `${new URL(url).host} (${what}): ${outcome}, not ${found}`,
    );
    expect(wrong.length / planted.length, told.join('\n')).toBeLessThanOrEqual(0.02);
  });

  it('has correct names and positions for 98 %', () => {
    const names = seen.flatMap(({ places, names: read, what }) =>
      places.map((name, at) => ({ name, read: read[at], what })),
    );
    const wrong = names.filter(({ name, read }) => name !== read);
    const told = [...Map.groupBy(wrong, ({ what }) => what)].map(([what, all]) => `${what}: ${all.length}`);
    expect(wrong.length / names.length, told.join('\n')).toBeLessThanOrEqual(0.02);
  });

  it('gets no request that its robots.txt forbids, and no internal one', () => {
    const closed = web.requests.filter(({ host }) => host === 'closed.example' || host === 'broken.example');
    expect(new Set(closed.map(({ path }) => path))).toEqual(new Set(['/robots.txt']));
    expect(web.requests.filter(({ host }) => /^(?:169|10|192)\.|hidden/.test(host))).toEqual([]);
  });
});

describe('two hundred pages of one host', () => {
  it('take at least two hundred seconds, one request after the other', async () => {
    const web = await startCitedWeb();
    for (let n = 0; n < 200; n += 1) web.set('slow.example', `/${n}`, { body: pageOf(`Page ${n}`, long) });
    let now = 1_000_000;
    const clock = {
      now: () => now,
      monotonic: () => now,
      sleep: async (ms: number) => {
        now += ms;
      },
    };
    const pool = createThreadPool();
    const capture = createPageCapture({
      allowPrivateTargets: true,
      guard: { resolve: web.resolve },
      texts: pool,
      clock,
    });
    const visit = await capture.visit(
      { agent: 'SightlineBot/1.0', robotsToken: 'SightlineBot', limits: {} },
      { shouldStop: () => false },
    );
    const began = now;
    for (let n = 0; n < 200; n += 1)
      expect((await visit.read(web.urlOf('slow.example', `/${n}`), 'run_slow')).kind).toBe('fetched');
    expect(now - began).toBeGreaterThanOrEqual(200_000);
    // robots.txt, a random path and the TDM reservation file.
    expect(web.requests.length).toBe(203);
    await pool.close();
    await web.close();
  });
});
