import { columnsNamed, defineImportKind } from '../importKind.ts';

export const cloudflareAi = defineImportKind({
  id: 'cloudflare-ai',
  label: 'Cloudflare AI Crawl Control',
  vendor: 'Cloudflare',
  header: ['Path', 'Hostname', 'Crawler', 'Operator', 'Allowed requests'],
  caveat:
    'Requests of crawlers as Cloudflare identified them, with the filters that were set at the download. A request is not a citation.',
  days: 'UTC',
  columnsOf: ({ header }) => {
    const metrics = { requests: ['allowed requests', 'requests', 'total requests', 'allowed'] };
    const detail = ['crawler', 'crawler name', 'bot'];
    return (
      columnsNamed(header, { dimension: 'page', key: ['path', 'url', 'most popular paths'], detail, metrics }) ??
      columnsNamed(header, { dimension: 'crawler', key: detail, metrics })
    );
  },
});
