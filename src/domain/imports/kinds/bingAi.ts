import { columnsNamed, defineImportKind } from '../importKind.ts';

const citations = ['citations'];

export const bingAi = defineImportKind({
  id: 'bing-ai',
  label: 'Bing AI performance',
  vendor: 'Microsoft',
  header: ['Grounding Query', 'Intent', 'Topic', 'Citations', 'Citation Share'],
  caveat:
    'A sample of Copilot, Bing and partners that Microsoft does not name, counted together. Pages and queries overlap, so they are never added. No clicks.',
  days: 'UTC',
  columnsOf: ({ header }) =>
    columnsNamed(header, { dimension: 'query', key: ['grounding query'], metrics: { citations } }) ??
    columnsNamed(header, { dimension: 'day', key: ['date'], metrics: { citations } }) ??
    columnsNamed(header, { dimension: 'page', key: ['page'], metrics: { citations } }),
});
