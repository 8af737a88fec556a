import { rowsAfter } from '../../domain/text/listPosition.ts';
import {
  declareRival,
  forgetRival,
  listRivals,
  type NamedRival,
  readRival,
} from '../../services/rivals/declaredRivals.ts';
import { readReport } from '../../services/visibility/readReport.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { reportQueryOf } from '../visibility/query.ts';

const tag = 'Rivals';

function presentRival({ domain, name, names }: NamedRival): NamedRival {
  return { domain, name, names: [...names] };
}

export const rivalsOperations: readonly Operation[] = [
  defineOperation('listRivals', {
    permission: 'read',
    tag,
    summary: 'List declared rivals of a website, with their names in answers',
    async run(ctx, { params, query }) {
      const page = openListPage(ctx, 'listRivals', { params, query });
      const positionOf = ({ domain }: NamedRival) => ({ at: domain, id: domain });
      const rows = rowsAfter(await listRivals(ctx, { websiteId: params.id }), positionOf, page.after, page.count);
      const { items, nextCursor } = page.close(rows, positionOf);
      return { status: 200, body: { items: items.map(presentRival), nextCursor } };
    },
  }),
  defineOperation('declareRival', {
    permission: 'manage',
    tag,
    tools: [
      {
        name: 'declare_rival',
        title: 'Declare a rival',
        description: 'Declares a domain as a rival of the website, or changes its names. Buys nothing.',
        rarelyNeeded: true,
      },
    ],
    summary: 'Declare a rival or change its names; the names count as the owner’s statement',
    async run(ctx, { params, body }) {
      const input = { ...body, websiteId: params.id, name: body.name ?? null };
      return { status: 201, body: { rival: presentRival(await declareRival(ctx, input)) } };
    },
  }),
  defineOperation('forgetRival', {
    permission: 'manage',
    tag,
    summary: 'Remove a rival; statements about names stay',
    async run(ctx, { params }) {
      await forgetRival(ctx, { websiteId: params.id, domain: params.domain });
      return { status: 204, body: null };
    },
  }),
  defineOperation('rivalVisibility', {
    permission: 'read',
    tag,
    tools: [
      {
        name: 'compare_rivals',
        title: 'Rivals',
        description:
          'Each declared rival against the website on the same answers, and domains named often enough to be rivals.',
        takes: ['websiteId', 'engine', 'startDate', 'endDate', 'tag', 'branded'],
        brief: ['website.id', 'filters', 'surface', 'harnessVersions', 'attemptsConsidered', 'attemptsRead', 'scope'],
      },
    ],
    summary: 'Compare declared rivals with the website, and list domains that answers name often enough to be rivals',
    description:
      'Two shares of voice: over all identified domains, and over only the website and its declared rivals. Each rival is paired with the website on the same answers. Reads saved open-web observations and never starts a task.',
    async run(ctx, { query }) {
      return { status: 200, body: await readReport(ctx, 'rivals', reportQueryOf(query)) };
    },
  }),
  defineOperation('rivalReport', {
    permission: 'read',
    mayLag: true,
    tag,
    tools: [
      {
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
    ],
    summary:
      'Show one rival: its share and position, where it is recommended and the website is not, and the pages cited there',
    async run(ctx, { params, query }) {
      return { status: 200, body: await readRival(ctx, reportQueryOf(query), params.domain) };
    },
  }),
];
