import type { Ctx } from '../../services/appContext.ts';
import {
  deleteSharedReport,
  freezeReport,
  listSharedReports,
  readSharedFile,
} from '../../services/sharing/sharedReports.ts';
import type { ShareLink } from '../../services/sharing/shareLinks.ts';
import { createShareLink, isOpenLink, listShareLinks, revokeShareLink } from '../../services/sharing/shareLinks.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';

const reads = { permission: 'read', tag: 'Sharing' } as const;
const manages = { permission: 'manage', tag: 'Sharing' } as const;

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
  defineOperation('createSharedReport', {
    ...manages,
    summary: 'Freeze the reports of a period into one file, with the answers for every number',
    description: 'Buys nothing. Later answers, names and settings do not change it.',
    async run(ctx, { body }) {
      const { websiteId, startDate = null, endDate = null, engine = null, model = null, tag = null, branded } = body;
      return {
        status: 201,
        body: {
          report: await freezeReport(ctx, {
            websiteId,
            startDate,
            endDate,
            engine,
            model,
            questions: { tag, branded },
          }),
        },
      };
    },
  }),
  defineOperation('listSharedReports', {
    ...reads,
    summary: 'List frozen reports, newest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listSharedReports', { query });
      const rows = await listSharedReports(ctx, { ...page, websiteId: query.websiteId ?? null });
      return { status: 200, body: page.close(rows, ({ createdAt, id }) => ({ at: createdAt, id })) };
    },
  }),
  defineOperation('readSharedFile', {
    ...reads,
    summary: 'Download a frozen report: a self-contained HTML page, or a PDF of it',
    description:
      'A PDF needs a Chromium on the server. `sightline verify` rereads the answers inside an HTML file and recounts.',
    errors: ['unsupported_setting'],
    async run(ctx, { params, query }) {
      return { status: 200, body: await readSharedFile(ctx, { ...params, ...query }) };
    },
  }),
  defineOperation('deleteSharedReport', {
    ...manages,
    summary: 'Delete a frozen report; every link to it ends',
    async run(ctx, { params }) {
      await deleteSharedReport(ctx, params);
      return { status: 204, body: null };
    },
  }),
  defineOperation('listShareLinks', {
    ...reads,
    summary: 'List the links to a frozen report, newest first, without their secrets',
    async run(ctx, { params, query }) {
      const page = openListPage(ctx, 'listShareLinks', { params, query });
      const { items, nextCursor } = page.close(await listShareLinks(ctx, { ...params, ...page }), (link) => ({
        at: link.createdAt,
        id: link.id,
      }));
      return { status: 200, body: { items: items.map((link) => presentLink(ctx, link)), nextCursor } };
    },
  }),
  defineOperation('createShareLink', {
    ...reads,
    summary: 'Create a link that opens a frozen report for anyone until it expires; only this response contains it',
    async run(ctx, { params, body }) {
      const { link, url } = await createShareLink(ctx, { ...params, ...body });
      return { status: 201, body: { link: presentLink(ctx, link), url } };
    },
  }),
  defineOperation('revokeShareLink', {
    ...reads,
    summary: 'Revoke a link immediately',
    async run(ctx, { params }) {
      await revokeShareLink(ctx, params);
      return { status: 204, body: null };
    },
  }),
];
