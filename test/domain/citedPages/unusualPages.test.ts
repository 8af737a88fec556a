import { describe, expect, it } from 'vitest';
import type { PageOutcome } from '../../../src/domain/citedPages/citedPage.ts';
import { readCitedPage } from '../../../src/domain/citedPages/readCitedPage.ts';
import { isReservedBy } from '../../../src/domain/citedPages/reservation.ts';

const website = {
  ...{
    id: 'w1',
    url: 'https://varnlo.example/',
    domain: 'varnlo.example',
    name: 'Varnlo',
    aliases: [],
    exactNames: [],
  },
  ...{ others: [], settledDomains: [], rivals: [{ domain: 'quillby.example', name: 'Quillby' }] },
};
const names = ['Quillby', 'Tembra', 'Varnlo', 'Orsolo'];
const filler = `<p>${'Each of them was used for real work by two people in our office. '.repeat(20)}</p>`;

const pageOf = (title: string, main: string, head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><header><nav><a href="/">Home</a></nav></header><main><h1>${title}</h1>${main}</main></body></html>`;

function readBytes(body: Uint8Array, contentType: string) {
  const url = 'https://list.example/best';
  const headers = [['content-type', contentType]] as const;
  const hops = [{ url, outcome: { kind: 'response', status: 200, headers } }];
  const fetch = { purpose: 'cited_page', requestedUrl: url, hops, body, truncated: false, decodedBytes: body.length };
  const page = { fetch, probe: null, reservations: null } as unknown as Parameters<typeof readCitedPage>[0];
  const { facts, websites } = readCitedPage(page, [{ website, facts: [], sentences: [] }]);
  const listed = websites[0]?.view?.names.filter(({ place }) => place !== null) ?? [];
  return { outcome: facts.outcome, names: listed.map(({ name }) => name) };
}
const read = (html: string) => readBytes(new TextEncoder().encode(html), 'text/html; charset=utf-8');
const outcomeOf = (title: string, main: string, head = ''): PageOutcome => read(pageOf(title, main, head)).outcome;

describe('a page without content to judge', () => {
  it.each([
    'Avant de continuer',
    'Nous respectons votre vie privée',
    'Antes de continuar',
    'Tu privacidad es importante',
    'Prima di continuare',
    'Voordat je verdergaat',
    'Zanim przejdziesz dalej',
    'Szanujemy Twoją prywatność',
    'Innan du fortsätter',
    'Devam etmeden önce',
    '続行する前に',
    'Wir schätzen Ihre Privatsphäre',
    'Your privacy choices',
  ])('is blocked by a consent wall: %s', (title) => {
    expect(outcomeOf(title, '<p>Cookies?</p><button>OK</button>')).toBe('blocked');
  });

  it.each([
    'Diese Seite existiert nicht',
    'Cette page n’existe pas',
    'Oups ! Page non trouvée',
    'La página no existe',
    'La pagina non esiste',
    'Deze pagina bestaat niet',
    'Strona nie istnieje',
    'Página não existe',
    'お探しのページは見つかりませんでした',
    'Sidan finns inte',
    'Страница не существует',
    'Siden blev ikke fundet',
    'Oops! That page can’t be found.',
    'We can not find this page',
  ])('is gone although its status is 200: %s', (title) => {
    expect(outcomeOf(title, '<p>…</p>')).toBe('soft_404');
  });

  it('has moved if its markup or script only leads elsewhere', () => {
    const refresh = '<meta http-equiv="refresh" content="0; url=https://else.example/">';
    expect(outcomeOf('Redirecting', '<p>One moment.</p>', refresh)).toBe('moved_away');
    expect(outcomeOf('Redirecting', '<script>window.location.replace("https://else.example/")</script>')).toBe(
      'moved_away',
    );
    expect(outcomeOf('Best planners', filler, refresh.replace('0;', '900;'))).toBe('read');
  });

  it('is blocked if it shows nothing without its scripts', () => {
    expect(read('<body><div id="app"></div><script src="/a.js"></script></body>').outcome).toBe('blocked');
  });

  it('is read if it only writes about missing pages', () => {
    expect(outcomeOf('How to fix 404 errors', filler)).toBe('read');
  });
});

describe('a list', () => {
  const reason = (name: string) => `${name} is easy to learn and costs little.`;
  const items = names.map((name, at) => ({ '@type': 'ListItem', position: at + 1, item: { name } })).toReversed();
  const declared = { '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: items };
  const shapes: Readonly<Record<string, string>> = {
    'of blocks': names
      .map((name, at) => `<div><div>${at + 1}</div><div class="name">${name}</div><div>${reason(name)}</div></div>`)
      .join(''),
    'of ranked headings with links': names
      .map(
        (name, at) =>
          `<h3><span>#${at + 1}</span> <a href="https://${name.toLowerCase()}.example/">${name}</a></h3><p>${reason(name)}</p>`,
      )
      .join(''),
    'of terms': `<dl>${names.map((name) => `<dt>${name}</dt><dd>${reason(name)}</dd>`).join('')}</dl>`,
    'in a table with ranks': `<table><thead><tr><th>Rank</th><th>Tool</th></tr></thead><tbody>${names.map((name, at) => `<tr><td>${at + 1}</td><td>${name}</td></tr>`).join('')}</tbody></table>`,
    'in a table with row headers': `<table><tr><th>Tool</th><th>Price</th></tr>${names.map((name) => `<tr><th scope="row">${name}</th><td>9 €</td></tr>`).join('')}</table>`,
    'that only structured data declares': `<script type="application/ld+json">${JSON.stringify(declared)}</script>`,
  };

  it.each(Object.entries(shapes))('%s gives each name its position', (_shape, html) => {
    expect(read(pageOf('Best planners', `${filler}${html}`))).toEqual({ outcome: 'read', names });
  });

  it('is read in an old encoding, and under an unknown label', () => {
    const list = `${filler}<ol>${names.map((name) => `<li><b>${name}</b>: good</li>`).join('')}</ol>`;
    // "テスト" in Shift_JIS.
    const title = new Uint8Array([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    const [before = '', after = ''] = pageOf('@@', list).split('@@</h1>');
    const encode = (text: string) => new TextEncoder().encode(text.replace('@@', 'T'));
    const body = new Uint8Array([...encode(before), ...title, ...encode(`</h1>${after}`)]);
    expect(readBytes(body, 'text/html; charset=shift_jis').names).toEqual(names);
    expect(readBytes(encode(pageOf('T', list)), 'text/html; charset=foo-8').names).toEqual(names);
  });
});

describe('a TDM reservation file', () => {
  const rules = '[{"location":"/*","tdm-reservation":1},{"location":"/free/*","tdm-reservation":0}]';
  it.each([
    [rules, '/a', true],
    [rules, '/free/a', false],
    ['{"location":"/a","tdm-reservation":"1"}', '/a', true],
    ['[{"location":"/b","tdm-reservation":1}]', '/a', false],
    ['[null,{"location":5}]', '/a', false],
    ['<html>', '/a', false],
  ] as const)('%s: %s is reserved: %s', (file, path, isReserved) => {
    expect(isReservedBy(file, `https://list.example${path}`)).toBe(isReserved);
  });
});
