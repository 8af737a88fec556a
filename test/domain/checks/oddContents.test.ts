import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/domain/checks/catalogue.ts';
import type { Outcome } from '../../../src/domain/checks/check.ts';
import { readSite } from '../../../src/domain/checks/site.ts';
import { adding, type Change, changeDoc, type DocChange, home, onEveryPage, pageAt } from './support/change.ts';
import { at, bundleOf, healthySite, prose, reply, type SiteSpec, siteName } from './support/siteSpec.ts';

type Row = readonly [id: string, what: string, outcome: Outcome | 'unmeasured', change: Change];

/** Changes home, and removes every other page that could affect the result. */
const onlyHome =
  (change: DocChange): Change =>
  (site) => {
    site.pages = [];
    changeDoc(home(site).doc, '/', change);
  };

const offer = (price: string, shown: string, name = 'Harbour lamp') =>
  onlyHome({
    h1: name,
    main: `<p>${shown}</p><p>${prose(5, 10)}</p>`,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
      },
    ],
  });

const named = (stated: string, main: string, h1: string | null = null) =>
  onlyHome({
    h1,
    main: `${main}<p>${prose(6, 8)}</p>`,
    jsonLd: [{ '@context': 'https://schema.org', '@type': 'Product', name: stated }],
  });

const microdata = (main: string) => onlyHome({ jsonLd: [], main: `${main}<p>${prose(7, 8)}</p>` });

const siteNamed = (organisation: string, shown: string) =>
  onlyHome((doc) => {
    doc.og['og:site_name'] = shown;
    doc.jsonLd = [{ '@context': 'https://schema.org', '@type': 'Organization', name: organisation }];
  });

const titled = (title: string) => onlyHome({ title });

const described = (description: string) => onlyHome({ description });

const sitemap = (body: string, type = 'application/xml'): Change => {
  return (site) => {
    site.sitemaps = [{ url: at('/sitemap.xml'), reply: reply({ type, body }) }];
  };
};

const trust =
  (...links: [href: string, text: string][]): Change =>
  (site: SiteSpec) => {
    const extra = links.map(([href, text]) => `<a href="${href}">${text}</a>`).join(' ');
    home(site).doc.nav = extra;
    for (const [href] of links)
      if (href.startsWith('/'))
        site.extras.push({ purpose: 'trust_page', url: at(href), reply: reply({ type: 'text/html' }) });
  };

const rss = (items: string) => `<rss version="2.0"><channel><title>x</title>${items}</channel></rss>`;
const item = (path: string, date: string) => `<item><link>${at(path)}</link><pubDate>${date}</pubDate></item>`;

const rows: readonly Row[] = [
  ['schema.matches_text', 'cents in a sup element', 'pass', offer('49.99', 'Only 49<sup>99</sup> €')],
  ['schema.matches_text', 'a currency and cents raised', 'pass', offer('49.99', '<sup>$</sup>49<sup>99</sup>')],
  [
    'schema.matches_text',
    'three neighbouring blocks',
    'pass',
    offer('49.99', '<div>49</div><div>99</div><div>€</div>'),
  ],
  [
    'schema.matches_text',
    'cents in a span of their class',
    'pass',
    offer('1299.95', '<span>1.299</span><span class="price__cents">95</span> €'),
  ],
  [
    'schema.matches_text',
    'a decimal mark in a piece of its own',
    'pass',
    offer('49.99', '<b>49</b><i>,</i><b>99</b> €'),
  ],
  ['schema.matches_text', 'no cents written as a dash', 'pass', offer('49', 'Nur 49,– €')],
  ['schema.matches_text', 'Arabic-Indic digits', 'pass', offer('49.99', 'السعر ٤٩٫٩٩ ر.س')],
  ['schema.matches_text', 'Persian digits', 'pass', offer('1299000', '۱٬۲۹۹٬۰۰۰ تومان')],
  ['schema.matches_text', 'Devanagari digits', 'pass', offer('1299', '₹१,२९९')],
  ['schema.matches_text', 'full-width digits', 'pass', offer('4980', '４，９８０円')],
  ['schema.matches_text', 'Thai digits', 'pass', offer('1200', '๑,๒๐๐ บาท')],
  ['schema.matches_text', 'a narrow space between thousands', 'pass', offer('12900', '12\u202f900 Kč')],
  ['schema.matches_text', 'an apostrophe between thousands', 'pass', offer('1299', 'CHF 1’299.00')],
  ['schema.matches_text', 'another price', 'fail', offer('49.99', 'Only 59<sup>99</sup> €')],
  ['schema.matches_text', 'another price in other digits', 'fail', offer('49.99', '٥٩٫٩٩ ر.س')],
  [
    'schema.matches_text',
    'HTML entities in JSON-LD',
    'pass',
    named('Salt &amp; Pepper&#039;s caf&eacute; lamp', "<p>Salt &amp; Pepper's café lamp</p>"),
  ],
  ['schema.matches_text', 'markup in JSON-LD', 'pass', named('Lamp <b>Nord</b>', '<p>Lamp Nord</p>')],
  [
    'schema.matches_text',
    'a space between Chinese and Latin on one side',
    'pass',
    named('台灯 Pro用', '<p>这款台灯Pro 用起来很好。</p>'),
  ],
  [
    'schema.matches_text',
    'a Japanese name within a run of text',
    'pass',
    named('灯台ランプ', '<p>新しい灯台ランプは海のそばで作られています。</p>'),
  ],
  [
    'schema.matches_text',
    'a Korean name with its particle',
    'pass',
    named('등대램프', '<p>등대램프는 바닷가에서 만들어집니다.</p>'),
  ],
  [
    'schema.matches_text',
    'colour and size added to the heading',
    'pass',
    named('Harbour lamp, black, 40 cm', '<p>In black.</p>', 'Harbour lamp'),
  ],
  ['schema.matches_text', 'a name that is only part of a word', 'warn', named('Art', '<p>Smart lamps.</p>')],
  [
    'schema.matches_text',
    'microdata with the price that is shown',
    'pass',
    microdata(
      '<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">Nord lamp</h2><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="49.00">49 €</span></div></div>',
    ),
  ],
  [
    'schema.matches_text',
    'microdata with another price',
    'fail',
    microdata(
      '<div itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="39.00"><span>49 €</span></div>',
    ),
  ],
  [
    'schema.matches_text',
    'RDFa with the price that is shown',
    'pass',
    microdata('<div vocab="https://schema.org/" typeof="Offer"><span property="price">49.00</span> €</div>'),
  ],
  [
    'schema.required',
    'a product in RDFa without an offer',
    'warn',
    microdata('<div vocab="https://schema.org/" typeof="Product"><b property="name">Lamp</b></div>'),
  ],
  [
    'schema.required',
    'the properties of another vocabulary',
    'not_applicable',
    microdata('<div vocab="https://other.example/" typeof="Product"><b property="name">Lamp</b></div>'),
  ],
  [
    'schema.identity',
    'an organisation in microdata',
    'pass',
    microdata(
      `<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">${siteName}</span><a itemprop="url" href="/">x</a><a itemprop="sameAs" href="https://register.example/l">y</a></div>`,
    ),
  ],
  [
    'content.identity_facts',
    'a name within a longer one',
    'pass',
    siteNamed('Lanternworks GmbH & Co. KG', 'Lanternworks'),
  ],
  [
    'content.identity_facts',
    'a name that is only part of a word of the other',
    'fail',
    siteNamed('Smart Light', 'Art'),
  ],
  [
    'content.identity_facts',
    'names in Chinese and Latin with and without a space',
    'pass',
    siteNamed('灯坊 Lantern', '灯坊Lantern'),
  ],
  ['content.title', 'twelve Chinese characters', 'pass', titled('海边小作坊手工制作的台灯')],
  [
    'content.title',
    'forty Japanese characters',
    'warn',
    titled('海のそばの小さな工房で一つずつ手作りしているランプと照明器具の専門店ランタン工房です'),
  ],
  ['content.title', 'four Chinese characters', 'warn', titled('灯坊首页')],
  [
    'content.title',
    'letters with many combining marks',
    'pass',
    titled('Đèn thủ công làm bằng tay ở xưởng nhỏ cạnh biển của chúng tôi'.normalize('NFD')),
  ],
  [
    'content.description',
    'thirty Korean characters',
    'pass',
    described('바닷가 작은 공방에서 하나씩 손으로 만드는 램프와 조명을 소개합니다'),
  ],
  [
    'discovery.sitemap.present',
    'a plain list of addresses',
    'pass',
    sitemap(`${at('/')}\n${at('/lamps')}\n`, 'text/plain'),
  ],
  ['discovery.sitemap.present', 'an RSS feed', 'pass', sitemap(rss(item('/', 'Mon, 05 Oct 2026 08:00:00 GMT')))],
  [
    'discovery.sitemap.present',
    'an Atom feed',
    'pass',
    sitemap(`<feed><entry><link href="${at('/')}"/></entry></feed>`),
  ],
  ['discovery.sitemap.present', 'a page of words', 'fail', sitemap('Our sitemap\nis here', 'text/plain')],
  [
    'discovery.sitemap.lastmod',
    'dates of RSS',
    'pass',
    sitemap(rss(item('/', 'Mon, 05 Oct 2026 08:00:00 GMT') + item('/lamps', 'Tue, 06 Oct 2026 08:00:00 +0200'))),
  ],
  [
    'discovery.sitemap.lastmod',
    'no dates at all',
    'not_applicable',
    sitemap(`${at('/')}\n${at('/lamps')}`, 'text/plain'),
  ],
  [
    'content.trust_pages',
    'German words',
    'pass',
    trust(['/impressum', 'Impressum'], ['/kontakt', 'Kontakt'], ['/ds', 'Datenschutz']),
  ],
  [
    'content.trust_pages',
    'Japanese words',
    'pass',
    trust(['/a', '会社概要'], ['/b', 'お問い合わせ'], ['/c', 'プライバシーポリシー']),
  ],
  [
    'content.trust_pages',
    'Arabic words',
    'pass',
    trust(['/a', 'من نحن'], ['/b', 'اتصل بنا'], ['/c', 'سياسة الخصوصية']),
  ],
  [
    'content.trust_pages',
    'a telephone number for a contact',
    'pass',
    trust(['/about', 'About us'], ['tel:+491234567', 'Call us'], ['/c', 'Privacy']),
  ],
  [
    'content.trust_pages',
    'contact lenses, a team event and desserts',
    'warn',
    trust(['/contact-lenses', 'Contact lenses'], ['/team-building', 'Team building'], ['/sobremesas', 'Sobremesas']),
  ],
  [
    'content.links',
    'an aria-label that says more',
    'pass',
    onlyHome(adding({ main: '<a href="/lamps" aria-label="More about our lamps">More</a>' })),
  ],
  [
    'content.language',
    'a language that no list has',
    'warn',
    (site) => {
      for (const { doc } of site.pages) doc.lang = 'xx-YY';
    },
  ],
  [
    'content.links',
    'a German link to home, Start',
    'pass',
    (site) => {
      for (const { doc } of site.pages) {
        doc.lang = 'de';
        doc.main += '<a href="/">Start</a>';
      }
    },
  ],
  ['content.links', 'a product that is called Plus', 'pass', onlyHome(adding({ main: '<a href="/lamps">Plus</a>' }))],
  ['content.links', 'start, in English', 'warn', onlyHome(adding({ main: '<a href="/lamps">Start</a>' }))],
  ['content.links', 'read more in Japanese', 'warn', onlyHome(adding({ main: '<a href="/lamps">続きを読む</a>' }))],
  [
    'content.lead',
    'a sentence in Thai, which marks no end',
    'pass',
    onlyHome({ main: `<p>${siteName} ทำโคมไฟด้วยมือในโรงงานเล็กริมทะเลทุกชิ้นผ่านการทดสอบและบรรจุอย่างดีก่อนส่งถึงบ้านของคุณ</p>` }),
  ],
  [
    'content.lead',
    'a Hindi sentence that ends with a danda',
    'pass',
    onlyHome({ main: `<p>${siteName} समुद्र के पास छोटी कार्यशाला में लैंप बनाता है।</p>` }),
  ],
  [
    'content.lead',
    'nothing that says the name of the site',
    'unmeasured',
    (site) => {
      site.pages = [];
      const { doc } = home(site);
      doc.og = {};
      doc.jsonLd = [];
      doc.title = 'Welcome to the workshop';
    },
  ],
  [
    'index.hreflang',
    'language versions without x-default',
    'pass',
    (site) => {
      const links = `<link rel="alternate" hreflang="en" href="${at('/')}"><link rel="alternate" hreflang="de" href="${at('/about')}">`;
      home(site).doc.head = links;
      pageAt(site, '/about').doc.head = links;
    },
  ],
  [
    'content.extractable',
    'lists of links',
    'not_applicable',
    onEveryPage({ main: `<ul>${'<li><a href="/lamps">A lamp for the kitchen</a></li>'.repeat(30)}</ul>` }),
  ],
];

/** The site's name is known only from the site itself. */
function unnamed(bundle: ReturnType<typeof bundleOf>): typeof bundle {
  return { ...bundle, plan: { ...bundle.plan, siteName: bundle.plan.registrableDomain } };
}

describe('odd contents get the verdicts of a reader', () => {
  test.each(rows)('%s: %s is %s', (id, _, outcome, change) => {
    const site = healthySite();
    change(site);
    const verdict = catalogue.find((each) => each.id === id)?.run(readSite(unnamed(bundleOf(site))));
    expect(verdict?.outcome, verdict?.line).toBe(outcome);
  });

  test('there are at least forty of them', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });
});
