import {
  declareRival,
  forgetRival,
  listRivals,
  type NamedRival,
  readRival,
} from '../../services/rivals/declaredRivals.ts';
import { readReport } from '../../services/visibility/readReport.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { reportQueryOf } from '../visibility/query.ts';

const define = operationsOf('Rivals');

function presentRival({ domain, name, names }: NamedRival): NamedRival {
  return { domain, name, names: [...names] };
}

export const rivalsOperations: readonly Operation[] = [
  define.read('listRivals', {
    summary: 'List declared rivals of a website, with their names in answers',
    async run(ctx, { params, page }) {
      const rivals = await listRivals(ctx, { websiteId: params.id });
      return page.cut(rivals, ({ domain }) => ({ at: domain, id: domain }), presentRival);
    },
  }),
  define.manage('declareRival', {
    tool: {
      title: 'Declare a rival',
      description: 'Declares a domain as a rival of the website, or changes its names. Buys nothing.',
      rarelyNeeded: true,
    },
    summary: 'Declare a rival or change its names; the names count as the owner’s statement',
    async run(ctx, { params, body }) {
      const input = { ...body, websiteId: params.id, name: body.name ?? null };
      return { rival: presentRival(await declareRival(ctx, input)) };
    },
  }),
  define.manage('forgetRival', {
    summary: 'Remove a rival; statements about names stay',
    run: (ctx, { params }) => forgetRival(ctx, { websiteId: params.id, domain: params.domain }),
  }),
  define.read('rivalVisibility', {
    tool: {
      name: 'compare_rivals',
      title: 'Rivals',
      description:
        'Each declared rival against the website on the same answers, and domains named often enough to be rivals.',
      takes: ['websiteId', 'engine', 'startDate', 'endDate', 'tag', 'branded'],
      brief: ['website.id', 'filters', 'surface', 'harnessVersions', 'attemptsConsidered', 'attemptsRead', 'scope'],
    },
    summary: 'Compare declared rivals with the website, and list domains that answers name often enough to be rivals',
    description:
      'Two shares of voice: over all identified domains, and over only the website and its declared rivals. Each rival is paired with the website on the same answers. Reads saved open-web observations and never starts a task.',
    run: (ctx, { query }) => readReport(ctx, 'rivals', reportQueryOf(query)),
  }),
  define.read('rivalReport', {
    mayLag: true,
    tool: {
      name: 'read_rival',
      title: 'Read one rival',
      description: 'Where answers recommend one rival and not the website, and the pages those answers cite.',
      takes: ['websiteId', 'engine', 'startDate', 'endDate', 'tag', 'branded', 'limit'],
      defaults: { limit: 10 },
      brief: [
        'website.id',
        'filters',
        'surface',
        'harnessVersions',
        'attemptsConsidered',
        'attemptsRead',
        'scope',
        'caseId',
      ],
    },
    summary:
      'Show one rival: its share and position, where it is recommended and the website is not, and the pages cited there',
    run: (ctx, { params, query }) => readRival(ctx, reportQueryOf(query), params.domain),
  }),
];
