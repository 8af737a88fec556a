import type { Ctx } from '../../services/appContext.ts';
import {
  deleteSharedReport,
  freezeReport,
  listSharedReports,
  readSharedFile,
} from '../../services/sharing/sharedReports.ts';
import type { ShareLink } from '../../services/sharing/shareLinks.ts';
import { createShareLink, isOpenLink, listShareLinks, revokeShareLink } from '../../services/sharing/shareLinks.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Sharing');

const presentLink = (ctx: Ctx, link: ShareLink) => ({
  id: link.id,
  createdAt: link.createdAt,
  madeBy: link.madeBy,
  expiresAt: link.expiresAt,
  revokedAt: link.revokedAt,
  lastOpenedAt: link.lastOpenedAt,
  opened: link.opened,
  isOpen: isOpenLink(ctx, link),
});

export const sharingOperations: readonly Operation[] = [
  define.manage('createSharedReport', {
    summary: 'Freeze the reports of a period into one file, with the answers for every number',
    description: 'Buys nothing. Later answers, names and settings do not change it.',
    async run(ctx, { body }) {
      const { websiteId, startDate = null, endDate = null, engine = null, model = null, tag = null, branded } = body;
      const choices = { websiteId, startDate, endDate, engine, model, questions: { tag, branded } };
      return { report: await freezeReport(ctx, choices) };
    },
  }),
  define.read('listSharedReports', {
    summary: 'List frozen reports, newest first',
    async run(ctx, { query, page }) {
      const rows = await listSharedReports(ctx, { ...page, websiteId: query.websiteId ?? null });
      return page.close(rows, ({ createdAt, id }) => ({ at: createdAt, id }));
    },
  }),
  define.read('readSharedFile', {
    summary: 'Download a frozen report: a self-contained HTML page, or a PDF of it',
    description:
      'A PDF needs a Chromium on the server. `sightline verify` rereads the answers inside an HTML file and recounts.',
    errors: ['unsupported_setting'],
    run: (ctx, { params, query }) => readSharedFile(ctx, { ...params, ...query }),
  }),
  define.manage('deleteSharedReport', {
    summary: 'Delete a frozen report; every link to it ends',
    run: (ctx, { params }) => deleteSharedReport(ctx, params),
  }),
  define.read('listShareLinks', {
    summary: 'List the links to a frozen report, newest first, without their secrets',
    run: async (ctx, { params, page }) =>
      page.close(
        await listShareLinks(ctx, { ...params, ...page }),
        ({ createdAt, id }) => ({ at: createdAt, id }),
        (link) => presentLink(ctx, link),
      ),
  }),
  define.read('createShareLink', {
    summary: 'Create a link that opens a frozen report for anyone until it expires; only this response contains it',
    async run(ctx, { params, body }) {
      const { link, url } = await createShareLink(ctx, { ...params, ...body });
      return { link: presentLink(ctx, link), url };
    },
  }),
  define.read('revokeShareLink', {
    summary: 'Revoke a link immediately',
    run: (ctx, { params }) => revokeShareLink(ctx, params),
  }),
];
