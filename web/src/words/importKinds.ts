/** Names of the kinds of import files, by id. A test compares them with the server's. */
export const importKindNames = {
  'search-console': 'Search Console performance',
  'search-console-ai': 'Search Console generative AI',
  ga4: 'Google Analytics 4',
  'bing-ai': 'Bing AI performance',
  'bing-search': 'Bing search performance',
  'cloudflare-ai': 'Cloudflare AI Crawl Control',
  plausible: 'Plausible',
  umami: 'Umami',
  matomo: 'Matomo',
  clarity: 'Microsoft Clarity',
} as const;
