import { demoSitemap } from './demoLogs.ts';

const site = 'https://www.acme-crm.example';
const day = (iso: string | null): string => (iso === null ? '' : `<lastmod>${iso.slice(0, 10)}</lastmod>`);

type Page = { title: string; description: string; text: readonly string[]; head?: string };

/** Pages of the invented website, with defects such as websites have: a page hidden from engines, one that scripts fill, one without a description. */
const pages: Readonly<Record<string, Page>> = {
  '/': {
    title: 'Acme CRM: the CRM for small agencies',
    description: 'Acme CRM keeps clients, projects and deals of small agencies in one place, from €29 per month.',
    text: [
      'Acme CRM keeps clients, projects and deals in one place. Teams of up to fifty people use it to see who promised what, to whom and by when.',
      'Import contacts from a spreadsheet in ten minutes. The free plan is for three users and has no time limit.',
      'Each client has one page with its projects, notes and open offers. A weekly summary lists open promises, so that a team meeting can begin with them.',
    ],
    head: `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Acme CRM',
      url: `${site}/`,
    })}</script>`,
  },
  '/pricing': {
    title: 'Prices of Acme CRM',
    description: 'The free plan is for three users. The Team plan costs €29 per month.',
    text: [
      'The Team plan costs €29 per month for up to ten users, with data export, reminders and shared pipelines.',
      'The free plan is for three users. Plans have no yearly contract; you can cancel at the end of each month.',
      'Prices are the same in every country and include taxes where we must collect them. Charities pay half. Support by e-mail is part of both plans, and answers arrive within one working day.',
    ],
  },
  '/features': {
    title: 'Features of Acme CRM',
    description: '',
    text: [
      'Pipelines, reminders, shared notes and data export are part of every plan. E-mails are logged automatically.',
      'The app for phones works offline and sends what you wrote when you are connected again.',
      'Reminders can repeat, and they can be handed to a colleague with one click. Export writes a spreadsheet with all fields, including notes and files, at any time and without a request to support.',
    ],
  },
  '/compare': {
    title: 'Acme CRM compared with others',
    description: 'How Acme CRM differs from a spreadsheet and from larger CRMs.',
    text: [
      'A spreadsheet is free and flexible, but it sends no reminders. Larger CRMs do more and take weeks to set up.',
      'Teams of three to fifty people need a shared list of clients, a pipeline and reminders. If you run call centres or need forecasts for several countries, a larger system will serve you better than ours.',
    ],
    head: '<meta name="robots" content="noindex">',
  },
  '/blog/choosing-a-crm': {
    title: 'How to choose a CRM for an agency',
    description: 'Seven questions that an agency should answer before it chooses a CRM.',
    text: [
      'Write down who needs to see which client. Count the people who will use the CRM every day, and those who look once a month.',
      'Try the import with your own spreadsheet. If it takes longer than an hour, the next change will too.',
      'Ask what happens when a colleague leaves, and how clients are handed over. Then compare the price for your own number of users over two years, with every add-on that you need.',
    ],
  },
  '/help/import': {
    title: 'Import contacts',
    description: 'Import contacts into Acme CRM from a spreadsheet.',
    text: [
      'Open Contacts, choose Import and drop your file. Columns are matched by their first row.',
      'Check the preview: rows with a missing name are marked, and you can skip or correct them. Contacts that exist already are updated and never created twice. An import can be undone for thirty days under Settings, Imports.',
    ],
  },
  '/customers': {
    title: 'Customers of Acme CRM',
    description: 'What agencies do with Acme CRM.',
    text: ['Loading customers …'],
  },
  '/blog/moving-from-spreadsheets': {
    title: 'Moving from spreadsheets',
    description: 'Three weeks from a spreadsheet to a CRM.',
    text: [
      'In the first week, import your contacts. In the second, agree on stages. In the third, stop using the sheet.',
    ],
  },
};

function html({ title, description, text, head = '' }: Page, path: string): string {
  const described = description === '' ? '' : `<meta name="description" content="${description}">`;
  const links = Object.entries(pages).map(([to, page]) => `<li><a href="${to}">${page.title}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>${described}<link rel="canonical" href="${site}${path}">${head}</head>
<body><header><nav><ul>${links.join('')}</ul></nav></header><main><h1>${title}</h1>${text.map((one) => `<p>${one}</p>`).join('')}</main>
<footer>Acme CRM is an invented company.</footer></body></html>`;
}

/** Returns a page of the invented website, whose robots.txt refuses one engine’s crawler; null for other websites. */
export function serveDemoWebsite(url: string): { status: number; type: string; body: string } | null {
  const { hostname, pathname: path } = new URL(url);
  if (`https://www.${hostname.replace(/^www\./, '')}` !== site) return null;
  const page = pages[path];
  if (page !== undefined) return { status: 200, type: 'text/html; charset=utf-8', body: html(page, path) };
  if (path === '/robots.txt') {
    const body = `User-agent: ClaudeBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n\nSitemap: ${site}/sitemap.xml\n`;
    return { status: 200, type: 'text/plain', body };
  }
  if (path === '/sitemap.xml') {
    const urls = demoSitemap(Date.now()).map((one) => `<url><loc>${site}${one.page}</loc>${day(one.changedAt)}</url>`);
    const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
    return { status: 200, type: 'application/xml', body };
  }
  return { status: 404, type: 'text/plain', body: 'This page does not exist.' };
}
