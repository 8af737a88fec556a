import { describe, expect, test } from 'vitest';
import type { EvidenceBundle } from '../../../src/domain/checks/evidenceBundle.ts';
import { adding, type Change, changeDoc, type DocChange, home, onEveryPage, pageAt } from './support/change.ts';
import { checkOutcomes, type OutcomeTable } from './support/checkOutcomes.ts';
import { at, prose, reply, type SiteSpec, siteName } from './support/siteSpec.ts';

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

const tables: Readonly<Record<string, OutcomeTable>> = {
  'schema.matches_text': {
    pass: {
      'cents in a sup element': offer('49.99', 'Only 49<sup>99</sup> €'),
      'a currency and cents raised': offer('49.99', '<sup>$</sup>49<sup>99</sup>'),
      'three neighbouring blocks': offer('49.99', '<div>49</div><div>99</div><div>€</div>'),
      'cents in a span of their class': offer('1299.95', '<span>1.299</span><span class="price__cents">95</span> €'),
      'a decimal mark in a piece of its own': offer('49.99', '<b>49</b><i>,</i><b>99</b> €'),
      'no cents written as a dash': offer('49', 'Nur 49,– €'),
      'Arabic-Indic digits': offer('49.99', 'السعر ٤٩٫٩٩ ر.س'),
      'Persian digits': offer('1299000', '۱٬۲۹۹٬۰۰۰ تومان'),
      'Devanagari digits': offer('1299', '₹१,२९९'),
      'full-width digits': offer('4980', '４，９８０円'),
      'Thai digits': offer('1200', '๑,๒๐๐ บาท'),
      'a narrow space between thousands': offer('12900', '12\u202f900 Kč'),
      'an apostrophe between thousands': offer('1299', 'CHF 1’299.00'),
      'HTML entities in JSON-LD': named(
        'Salt &amp; Pepper&#039;s caf&eacute; lamp',
        "<p>Salt &amp; Pepper's café lamp</p>",
      ),
      'markup in JSON-LD': named('Lamp <b>Nord</b>', '<p>Lamp Nord</p>'),
      'a space between Chinese and Latin on one side': named('台灯 Pro用', '<p>这款台灯Pro 用起来很好。</p>'),
      'a Japanese name within a run of text': named(
        '灯台ランプ',
        '<p>新しい灯台ランプは海のそばで作られています。</p>',
      ),
      'a Korean name with its particle': named('등대램프', '<p>등대램프는 바닷가에서 만들어집니다.</p>'),
      'colour and size added to the heading': named('Harbour lamp, black, 40 cm', '<p>In black.</p>', 'Harbour lamp'),
      'microdata with the price that is shown': microdata(
        '<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">Nord lamp</h2><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="49.00">49 €</span></div></div>',
      ),
      'RDFa with the price that is shown': microdata(
        '<div vocab="https://schema.org/" typeof="Offer"><span property="price">49.00</span> €</div>',
      ),
    },
    fail: {
      'another price': offer('49.99', 'Only 59<sup>99</sup> €'),
      'another price in other digits': offer('49.99', '٥٩٫٩٩ ر.س'),
      'microdata with another price': microdata(
        '<div itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="39.00"><span>49 €</span></div>',
      ),
    },
    warn: {
      'a name that is only part of a word': named('Art', '<p>Smart lamps.</p>'),
    },
  },
  'schema.required': {
    warn: {
      'a product in RDFa without an offer': microdata(
        '<div vocab="https://schema.org/" typeof="Product"><b property="name">Lamp</b></div>',
      ),
    },
    not_applicable: {
      'the properties of another vocabulary': microdata(
        '<div vocab="https://other.example/" typeof="Product"><b property="name">Lamp</b></div>',
      ),
    },
  },
  'schema.identity': {
    pass: {
      'an organisation in microdata': microdata(
        `<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">${siteName}</span><a itemprop="url" href="/">x</a><a itemprop="sameAs" href="https://register.example/l">y</a></div>`,
      ),
    },
  },
  'content.identity_facts': {
    pass: {
      'a name within a longer one': siteNamed('Lanternworks GmbH & Co. KG', 'Lanternworks'),
      'names in Chinese and Latin with and without a space': siteNamed('灯坊 Lantern', '灯坊Lantern'),
    },
    fail: {
      'a name that is only part of a word of the other': siteNamed('Smart Light', 'Art'),
    },
  },
  'content.title': {
    pass: {
      'twelve Chinese characters': titled('海边小作坊手工制作的台灯'),
      'letters with many combining marks': titled(
        'Đèn thủ công làm bằng tay ở xưởng nhỏ cạnh biển của chúng tôi'.normalize('NFD'),
      ),
    },
    warn: {
      'forty Japanese characters': titled(
        '海のそばの小さな工房で一つずつ手作りしているランプと照明器具の専門店ランタン工房です',
      ),
      'four Chinese characters': titled('灯坊首页'),
    },
  },
  'content.description': {
    pass: {
      'thirty Korean characters': described('바닷가 작은 공방에서 하나씩 손으로 만드는 램프와 조명을 소개합니다'),
    },
  },
  'discovery.sitemap.present': {
    pass: {
      'a plain list of addresses': sitemap(`${at('/')}\n${at('/lamps')}\n`, 'text/plain'),
      'an RSS feed': sitemap(rss(item('/', 'Mon, 05 Oct 2026 08:00:00 GMT'))),
      'an Atom feed': sitemap(`<feed><entry><link href="${at('/')}"/></entry></feed>`),
    },
    fail: {
      'a page of words': sitemap('Our sitemap\nis here', 'text/plain'),
    },
  },
  'discovery.sitemap.lastmod': {
    pass: {
      'dates of RSS': sitemap(
        rss(item('/', 'Mon, 05 Oct 2026 08:00:00 GMT') + item('/lamps', 'Tue, 06 Oct 2026 08:00:00 +0200')),
      ),
    },
    not_applicable: {
      'no dates at all': sitemap(`${at('/')}\n${at('/lamps')}`, 'text/plain'),
    },
  },
  'content.trust_pages': {
    pass: {
      'German words': trust(['/impressum', 'Impressum'], ['/kontakt', 'Kontakt'], ['/ds', 'Datenschutz']),
      'Japanese words': trust(['/a', '会社概要'], ['/b', 'お問い合わせ'], ['/c', 'プライバシーポリシー']),
      'Arabic words': trust(['/a', 'من نحن'], ['/b', 'اتصل بنا'], ['/c', 'سياسة الخصوصية']),
      'a telephone number for a contact': trust(
        ['/about', 'About us'],
        ['tel:+491234567', 'Call us'],
        ['/c', 'Privacy'],
      ),
    },
    warn: {
      'contact lenses, a team event and desserts': trust(
        ['/contact-lenses', 'Contact lenses'],
        ['/team-building', 'Team building'],
        ['/sobremesas', 'Sobremesas'],
      ),
    },
  },
  'content.links': {
    pass: {
      'an aria-label that says more': onlyHome(
        adding({ main: '<a href="/lamps" aria-label="More about our lamps">More</a>' }),
      ),
      'a German link to home, Start': (site) => {
        for (const { doc } of site.pages) {
          doc.lang = 'de';
          doc.main += '<a href="/">Start</a>';
        }
      },
      'a product that is called Plus': onlyHome(adding({ main: '<a href="/lamps">Plus</a>' })),
    },
    warn: {
      'start, in English': onlyHome(adding({ main: '<a href="/lamps">Start</a>' })),
      'read more in Japanese': onlyHome(adding({ main: '<a href="/lamps">続きを読む</a>' })),
    },
  },
  'content.language': {
    warn: {
      'a language that no list has': (site) => {
        for (const { doc } of site.pages) doc.lang = 'xx-YY';
      },
    },
  },
  'content.lead': {
    pass: {
      'a sentence in Thai, which marks no end': onlyHome({
        main: `<p>${siteName} ทำโคมไฟด้วยมือในโรงงานเล็กริมทะเลทุกชิ้นผ่านการทดสอบและบรรจุอย่างดีก่อนส่งถึงบ้านของคุณ</p>`,
      }),
      'a Hindi sentence that ends with a danda': onlyHome({
        main: `<p>${siteName} समुद्र के पास छोटी कार्यशाला में लैंप बनाता है।</p>`,
      }),
    },
    unmeasured: {
      'nothing that says the name of the site': (site) => {
        site.pages = [];
        const { doc } = home(site);
        doc.og = {};
        doc.jsonLd = [];
        doc.title = 'Welcome to the workshop';
      },
    },
  },
  'index.hreflang': {
    pass: {
      'language versions without x-default': (site) => {
        const links = `<link rel="alternate" hreflang="en" href="${at('/')}"><link rel="alternate" hreflang="de" href="${at('/about')}">`;
        home(site).doc.head = links;
        pageAt(site, '/about').doc.head = links;
      },
    },
  },
  'content.extractable': {
    not_applicable: {
      'lists of links': onEveryPage({
        main: `<ul>${'<li><a href="/lamps">A lamp for the kitchen</a></li>'.repeat(30)}</ul>`,
      }),
    },
  },
};

/** The site's name is known only from the site itself. */
function unnamed(bundle: EvidenceBundle): EvidenceBundle {
  return { ...bundle, plan: { ...bundle.plan, siteName: bundle.plan.registrableDomain } };
}

describe('odd contents', () => {
  for (const [id, table] of Object.entries(tables)) checkOutcomes(id, table, unnamed);

  test('are at least forty', () => {
    const changes = Object.values(tables).flatMap((table) => Object.values(table).flatMap(Object.keys));
    expect(changes.length).toBeGreaterThanOrEqual(40);
  });
});
