import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { rowsAfter } from '../../domain/text/listPosition.ts';
import { listAnswerSupport, readSupportSummary } from '../../services/citedPages/answerSupport.ts';
import {
  allowCitedHost,
  changePageSettings,
  forgetCitedHost,
  forgetCitedPage,
  listCitedPages,
  readCitedPage,
  readPageSettings,
  type SeenPage,
} from '../../services/citedPages/citedPages.ts';
import { queueCitedPages } from '../../services/citedPages/queuePages.ts';
import { listSourceGaps } from '../../services/citedPages/sourceGaps.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentGap, presentPage, presentReading, presentSupport } from './present.ts';

const reads = { tag: 'Sources', permission: 'read' } as const;
const manages = { tag: 'Sources', permission: 'manage' } as const;

export const citedPagesOperations: readonly Operation[] = [
  defineOperation('readCitedPages', {
    ...manages,
    summary: 'Queue the pages that the latest answers cite; each is read at most once in seven days',
    description:
      'Free. The server reads the pages slowly, obeys robots.txt, and keeps copies private to the workspace. The result counts queued pages.',
    run: async (ctx, { body }) => ({ status: 202, body: await queueCitedPages(ctx, body.websiteId) }),
  }),
  defineOperation('listCitedPages', {
    ...reads,
    summary: 'List cited pages with their newest reading: outcome, date, and names with positions',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listCitedPages', { query });
      const positionOf = ({ page: { url, id } }: SeenPage) => ({ at: url, id });
      const all = (await listCitedPages(ctx, query.websiteId)).toSorted((a, b) =>
        codeUnitOrder(a.page.url, b.page.url),
      );
      const { items, nextCursor } = page.close(rowsAfter(all, positionOf, page.after, page.count), positionOf);
      return { status: 200, body: { items: items.map(presentPage), nextCursor } };
    },
  }),
  defineOperation('readCitedPage', {
    ...reads,
    summary: 'Read one cited page with all its readings',
    async run(ctx, { params, query }) {
      const cited = await readCitedPage(ctx, { id: params.id, websiteId: query.websiteId });
      return { status: 200, body: { page: presentPage(cited), history: cited.history.map(presentReading) } };
    },
  }),
  defineOperation('forgetCitedPage', {
    ...manages,
    summary: 'Delete all data of a page',
    async run(ctx, { params }) {
      await forgetCitedPage(ctx, params.id);
      return { status: 204, body: null };
    },
  }),
  defineOperation('forgetCitedHost', {
    ...manages,
    summary: 'Delete all data of a host’s pages, and stop reading them',
    run: async (ctx, { body }) => ({ status: 201, body: await forgetCitedHost(ctx, body.host) }),
  }),
  defineOperation('allowCitedHost', {
    ...manages,
    summary: 'Resume reading the pages of a host',
    async run(ctx, { params }) {
      await allowCitedHost(ctx, params.host);
      return { status: 204, body: null };
    },
  }),
  defineOperation('readCitedPageSettings', {
    ...reads,
    summary: 'Read how long copies of cited pages are kept, and the plans that have them read',
    run: async (ctx, { params }) => ({ status: 200, body: { settings: await readPageSettings(ctx, params.id) } }),
  }),
  defineOperation('changeCitedPageSettings', {
    ...manages,
    summary: 'Change the retention of cited pages, and the plans after which they are read',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { settings: await changePageSettings(ctx, { ...body, websiteId: params.id }) },
    }),
  }),
  defineOperation('listAnswerSupport', {
    ...reads,
    summary: 'Compare sentences of an answer with the pages that they cite',
    description:
      'A comparison of words: it says nothing about negation, units or truth. `not_found` means that these words are not on the page.',
    run: async (ctx, { params }) => ({ status: 200, body: presentSupport(await listAnswerSupport(ctx, params.id)) }),
    tools: [
      {
        name: 'answer_support',
        rarelyNeeded: true,
        title: 'Support of an answer',
        description:
          'Compares each cited sentence of an answer with the words of its page: quoted, close_wording, partly, little, not_found or not_judged. It compares wording only, so never call a sentence false or unsupported because of it.',
      },
    ],
  }),
  defineOperation('supportSummary', {
    ...reads,
    summary: 'Count the wording verdicts of the latest answers, by engine',
    mayLag: true,
    run: async (ctx, { query }) => ({
      status: 200,
      body: { engines: await readSupportSummary(ctx, query.websiteId) },
    }),
  }),
  defineOperation('listSourceGaps', {
    ...reads,
    summary: 'List cited pages that recommend others but not the website, most questions first',
    description: 'Facts from pages that were read. Whether a mention would change an answer is unknown.',
    mayLag: true,
    async run(ctx, { query }) {
      const { gaps, ...rest } = await listSourceGaps(ctx, query.websiteId);
      const inState = gaps.filter(({ state }) => query.state === undefined || state === query.state);
      return {
        status: 200,
        body: { ...rest, total: inState.length, gaps: inState.slice(0, query.limit).map(presentGap) },
      };
    },
    tools: [
      {
        name: 'list_source_gaps',
        rarelyNeeded: true,
        title: 'Source gaps',
        description:
          'Pages that AI answers cite, with the names they recommend, ordered by questions and answers. Open pages name others but not the website. A mention there may change nothing.',
      },
    ],
  }),
];
