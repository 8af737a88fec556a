import { wire } from '../../contract/wire.ts';
import { createKey, listKeys, revokeKey } from '../../services/access/keys.ts';
import { archiveCase, createCase } from '../../services/questions/cases.ts';
import { archiveSite, changeSite, createSite, listArchivedSites, restoreSite } from '../../services/websites/sites.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentAskedCase, presentKey, presentWebsite } from '../present.ts';

const management = operationsOf('Management');
const access = operationsOf('Access');

export const workspaceOperations: readonly Operation[] = [
  management.manage('createSite', {
    summary: 'Add a website',
    errors: ['already_exists'],
    tool: {
      name: 'add_site',
      title: 'Add a website',
      description: 'Adds a website that you own; an address that is already saved is refused, with its id.',
      body: wire.createSite.body.pick({ url: true, name: true, aliases: true }),
      rarelyNeeded: true,
    },
    run: async (ctx, { body }) => ({ site: presentWebsite(await createSite(ctx, body)) }),
  }),
  management.manage('changeSite', {
    summary: 'Change a website; aliases recount past answers',
    run: async (ctx, { params, body }) => ({ site: presentWebsite(await changeSite(ctx, { ...params, ...body })) }),
  }),
  management.manage('archiveSite', {
    summary: 'Archive a website; its history stays',
    run: (ctx, { params }) => archiveSite(ctx, params),
  }),
  management.read('listArchivedSites', {
    summary: 'List archived websites, newest first',
    async run(ctx, { page }) {
      const sites = await listArchivedSites(ctx, page);
      return page.close(
        sites,
        ({ archivedAt, createdAt, id }) => ({ at: archivedAt ?? createdAt, id }),
        presentWebsite,
      );
    },
  }),
  management.manage('restoreSite', {
    summary: 'Restore an archived website with its questions and answers',
    run: async (ctx, { params }) => ({ site: presentWebsite(await restoreSite(ctx, params)) }),
  }),
  management.manage('createBenchmarkCase', {
    summary: 'Save a question',
    errors: ['engine_unavailable', 'unsupported_setting'],
    async run(ctx, { body }) {
      const input = { ...body, websiteId: body.websiteId ?? undefined };
      return { case: presentAskedCase(await createCase(ctx, input)) };
    },
  }),
  management.manage('archiveBenchmarkCase', {
    summary: 'Archive a question; its answers stay',
    run: (ctx, { params }) => archiveCase(ctx, params),
  }),
  access.read('listKeys', {
    summary: 'List API keys, without their secrets',
    run: async (ctx, { page }) =>
      page.close(
        await listKeys(ctx, page),
        ({ key: { createdAt, id } }) => ({ at: createdAt, id }),
        ({ key, isYours, mayRevoke }) => ({ ...presentKey(key), isYours, mayRevoke }),
      ),
  }),
  access.read('createKey', {
    summary: 'Create an API key; its secret is shown in this answer only',
    async run(ctx, { body }) {
      const { key, secret } = await createKey(ctx, { ...body, expiresInDays: body.expiresInDays ?? undefined });
      return { key: presentKey(key), secret };
    },
  }),
  access.read('revokeKey', {
    isOwnAct: true,
    summary: 'Revoke an API key immediately',
    run: (ctx, { params }) => revokeKey(ctx, params),
  }),
];
