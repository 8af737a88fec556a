import { listAnswerSupport, readSupportSummary } from '../../services/citedPages/answerSupport.ts';
import {
  allowCitedHost,
  changePageSettings,
  forgetCitedHost,
  forgetCitedPage,
  listCitedPages,
  readCitedPage,
  readPageSettings,
} from '../../services/citedPages/citedPages.ts';
import { queueCitedPages } from '../../services/citedPages/queuePages.ts';
import { listSourceGaps } from '../../services/citedPages/sourceGaps.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentGap, presentPage, presentReading, presentSupport } from './present.ts';

const define = operationsOf('Sources');

export const citedPagesOperations: readonly Operation[] = [
  define.manage('readCitedPages', {
    summary: 'Queue the pages that the latest answers cite; each is read at most once in seven days',
    description:
      'Free. The server reads the pages slowly, obeys robots.txt, and keeps copies private to the workspace. The result counts queued pages.',
    run: (ctx, { body }) => queueCitedPages(ctx, body.websiteId),
  }),
  define.read('listCitedPages', {
    summary: 'List cited pages with their newest reading: outcome, date, and names with positions',
    run: async (ctx, { query, page }) =>
      page.cut(await listCitedPages(ctx, query.websiteId), ({ page: { url, id } }) => ({ at: url, id }), presentPage),
  }),
  define.read('readCitedPage', {
    summary: 'Read one cited page with all its readings',
    async run(ctx, { params, query }) {
      const cited = await readCitedPage(ctx, { id: params.id, websiteId: query.websiteId });
      return { page: presentPage(cited), history: cited.history.map(presentReading) };
    },
  }),
  define.manage('forgetCitedPage', {
    summary: 'Delete all data of a page',
    run: (ctx, { params }) => forgetCitedPage(ctx, params.id),
  }),
  define.manage('forgetCitedHost', {
    summary: 'Delete all data of a host’s pages, and stop reading them',
    run: (ctx, { body }) => forgetCitedHost(ctx, body.host),
  }),
  define.manage('allowCitedHost', {
    summary: 'Resume reading the pages of a host',
    run: (ctx, { params }) => allowCitedHost(ctx, params.host),
  }),
  define.read('readCitedPageSettings', {
    summary: 'Read how long copies of cited pages are kept, and the plans that have them read',
    run: async (ctx, { params }) => ({ settings: await readPageSettings(ctx, params.id) }),
  }),
  define.manage('changeCitedPageSettings', {
    summary: 'Change the retention of cited pages, and the plans after which they are read',
    run: async (ctx, { params, body }) => ({
      settings: await changePageSettings(ctx, { ...body, websiteId: params.id }),
    }),
  }),
  define.read('listAnswerSupport', {
    summary: 'Compare sentences of an answer with the pages that they cite',
    description:
      'A comparison of words: it says nothing about negation, units or truth. `not_found` means that these words are not on the page.',
    run: async (ctx, { params }) => presentSupport(await listAnswerSupport(ctx, params.id)),
    tool: {
      name: 'answer_support',
      rarelyNeeded: true,
      title: 'Support of an answer',
      description:
        'Compares each cited sentence of an answer with the words of its page: quoted, close_wording, partly, little, not_found or not_judged. It compares wording only, so never call a sentence false or unsupported because of it.',
    },
  }),
  define.read('supportSummary', {
    summary: 'Count the wording verdicts of the latest answers, by engine',
    mayLag: true,
    run: async (ctx, { query }) => ({ engines: await readSupportSummary(ctx, query.websiteId) }),
  }),
  define.read('listSourceGaps', {
    summary: 'List cited pages that recommend others but not the website, most questions first',
    description: 'Facts from pages that were read. Whether a mention would change an answer is unknown.',
    mayLag: true,
    async run(ctx, { query }) {
      const { gaps, ...rest } = await listSourceGaps(ctx, query.websiteId);
      const inState = gaps.filter(({ state }) => query.state === undefined || state === query.state);
      return { ...rest, total: inState.length, gaps: inState.slice(0, query.limit).map(presentGap) };
    },
    tool: {
      rarelyNeeded: true,
      title: 'Source gaps',
      description:
        'Pages that AI answers cite, with the names they recommend, ordered by questions and answers. Open pages name others but not the website. A mention there may change nothing.',
    },
  }),
];
