import { wire } from '../../contract/wire.ts';
import { createKey, listKeys, revokeKey } from '../../services/access/keys.ts';
import { archiveCase, createCase } from '../../services/questions/cases.ts';
import { archiveSite, changeSite, createSite, listArchivedSites, restoreSite } from '../../services/websites/sites.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentAskedCase, presentKey, presentWebsite } from '../present.ts';

const managed = { permission: 'manage', tag: 'Management' } as const;
/** Audience: signed-in sessions only. */
const access = { permission: 'read', tag: 'Access' } as const;

export const workspaceOperations: readonly Operation[] = [
  defineOperation('createSite', {
    ...managed,
    summary: 'Add a website',
    errors: ['already_exists'],
    tools: [
      {
        name: 'add_site',
        title: 'Add a website',
        description: 'Adds a website that you own; an address that is already saved is refused, with its id.',
        body: wire.createSite.body.pick({ url: true, name: true, aliases: true }),
        rarelyNeeded: true,
      },
    ],
    async run(ctx, { body }) {
      return { status: 201, body: { site: presentWebsite(await createSite(ctx, body)) } };
    },
  }),
  defineOperation('changeSite', {
    ...managed,
    summary: 'Change a website; aliases recount past answers',
    async run(ctx, { params, body }) {
      return { status: 200, body: { site: presentWebsite(await changeSite(ctx, { ...params, ...body })) } };
    },
  }),
  defineOperation('archiveSite', {
    ...managed,
    summary: 'Archive a website; its history stays',
    async run(ctx, { params }) {
      await archiveSite(ctx, params);
      return { status: 204, body: null };
    },
  }),
  defineOperation('listArchivedSites', {
    permission: 'read',
    tag: 'Management',
    summary: 'List archived websites, newest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listArchivedSites', { query });
      const { items, nextCursor } = page.close(await listArchivedSites(ctx, page), ({ archivedAt, createdAt, id }) => ({
        at: archivedAt ?? createdAt,
        id,
      }));
      return { status: 200, body: { items: items.map(presentWebsite), nextCursor } };
    },
  }),
  defineOperation('restoreSite', {
    ...managed,
    summary: 'Restore an archived website with its questions and answers',
    async run(ctx, { params }) {
      return { status: 200, body: { site: presentWebsite(await restoreSite(ctx, params)) } };
    },
  }),
  defineOperation('createBenchmarkCase', {
    ...managed,
    summary: 'Save a question',
    errors: ['engine_unavailable', 'unsupported_setting'],
    async run(ctx, { body }) {
      const input = { ...body, websiteId: body.websiteId ?? undefined };
      return { status: 201, body: { case: presentAskedCase(await createCase(ctx, input)) } };
    },
  }),
  defineOperation('archiveBenchmarkCase', {
    ...managed,
    summary: 'Archive a question; its answers stay',
    async run(ctx, { params }) {
      await archiveCase(ctx, params);
      return { status: 204, body: null };
    },
  }),
  defineOperation('listKeys', {
    ...access,
    summary: 'List API keys, without their secrets',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listKeys', { query });
      const { items: keys, nextCursor } = page.close(await listKeys(ctx, page), ({ key: { createdAt, id } }) => ({
        at: createdAt,
        id,
      }));
      const items = keys.map(({ key, isYours, mayRevoke }) => ({ ...presentKey(key), isYours, mayRevoke }));
      return { status: 200, body: { items, nextCursor } };
    },
  }),
  defineOperation('createKey', {
    ...access,
    summary: 'Create an API key; its secret is shown in this answer only',
    async run(ctx, { body }) {
      const { key, secret } = await createKey(ctx, { ...body, expiresInDays: body.expiresInDays ?? undefined });
      return { status: 201, body: { key: presentKey(key), secret } };
    },
  }),
  defineOperation('revokeKey', {
    ...access,
    isOwnAct: true,
    summary: 'Revoke an API key immediately',
    async run(ctx, { params }) {
      await revokeKey(ctx, params);
      return { status: 204, body: null };
    },
  }),
];
