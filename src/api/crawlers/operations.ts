import { listAddressLists, refreshAddressLists, uploadAddressList } from '../../services/crawlers/addressLists.ts';
import { readAssistantVisits, readBotVisits } from '../../services/crawlers/crawlerReports.ts';
import { importLog, listLogImports, readLogImport, removeLogImport } from '../../services/crawlers/importLog.ts';
import { closeLogDrain, openLogDrain } from '../../services/crawlers/logDrains.ts';
import {
  changeLogSource,
  createLogSource,
  listLogSources,
  removeLogSource,
} from '../../services/crawlers/logSources.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Crawlers');

export const crawlersOperations: readonly Operation[] = [
  define.read('listLogSources', {
    summary: 'List the log sources of a website',
    run: async (ctx, { query }) => ({ sources: await listLogSources(ctx, query) }),
  }),
  define.manage('createLogSource', {
    summary: 'Add a log source to a website',
    run: async (ctx, { body }) => ({ source: await createLogSource(ctx, body) }),
  }),
  define.manage('changeLogSource', {
    summary: 'Change how future logs of a source are read',
    run: async (ctx, { params, body }) => ({ source: await changeLogSource(ctx, { ...body, id: params.id }) }),
  }),
  define.manage('removeLogSource', {
    summary: 'Remove a log source with all its counts',
    run: (ctx, { params }) => removeLogSource(ctx, params),
  }),
  define.manage('importLog', {
    summary: 'Import one log: count its crawler requests and assistant visits',
    description:
      'Send the log unchanged: plain, gzip or zstd. Lines are counted once, so sending a file again changes nothing. Neither the log nor visitors’ addresses are stored.',
    errors: ['owner_active_elsewhere'],
    // Browsers send a Blob; it arrives as a stream either way.
    run: (ctx, { params, query, body }) =>
      importLog(ctx, { ...query, sourceId: params.id, body: body.bytes as AsyncIterable<Uint8Array> }),
  }),
  define.manage('openLogDrain', {
    summary: 'Create an address to which a vendor sends the logs of a source',
    description:
      'Enter it at the vendor with its secret. Vercel signs with the secret; others send it as `Authorization: Bearer …`. A new address replaces the old one.',
    run: (ctx, { params, body }) => openLogDrain(ctx, { ...body, id: params.id }),
  }),
  define.manage('closeLogDrain', {
    summary: 'Delete the address to which a vendor sends logs',
    run: (ctx, { params }) => closeLogDrain(ctx, params),
  }),
  define.read('listLogImports', {
    summary: 'List the imported logs of a website, newest first',
    run: async (ctx, { query: { websiteId }, page }) =>
      page.close(await listLogImports(ctx, { ...page, websiteId }), ({ importedAt, id }) => ({ at: importedAt, id })),
  }),
  define.read('readLogImport', {
    summary: 'Read how each line of an imported log was counted',
    run: async (ctx, { params }) => ({ import: await readLogImport(ctx, params) }),
  }),
  define.manage('removeLogImport', {
    summary: 'Remove an imported log with all its counts',
    run: (ctx, { params }) => removeLogImport(ctx, params),
  }),
  define.read('listBotVisits', {
    summary: 'Count crawler requests by crawler, page or day, verified and claimed',
    description:
      'A request is not a citation: one read may serve many answers or none. Zero is measured only inside `coverage`.',
    mayLag: true,
    tool: {
      title: 'Crawlers in the logs',
      description:
        'Reads by crawler, page or day; forged ones are counted separately. Zero counts only inside `coverage`.',
      rarelyNeeded: true,
    },
    run: (ctx, { query }) => readBotVisits(ctx, query),
  }),
  define.read('listAssistantVisits', {
    summary: 'Count visits from AI assistants (a lower bound)',
    description:
      "Apps, in-app browsers, copied links, and Google's AI Overviews and AI Mode do not reveal where a visit came from, so the true number is higher.",
    mayLag: true,
    tool: {
      title: 'Visits from assistants',
      description: 'Visits from AI assistants. The true number is higher.',
      rarelyNeeded: true,
    },
    run: (ctx, { query }) => readAssistantVisits(ctx, query),
  }),
  define.read('listAddressLists', {
    summary: 'List the published address lists that verify crawlers, with their newest reading',
    run: async (ctx) => ({ lists: await listAddressLists(ctx) }),
  }),
  define.manage('uploadAddressList', {
    summary: 'Save a fetched copy of a published address list',
    description: 'A damaged list is refused, and the last valid one stays in use.',
    run: async (ctx, { body }) => ({ list: await uploadAddressList(ctx, body) }),
  }),
  define.manage('refreshAddressLists', {
    summary: 'Fetch every published address list',
    description:
      'Only if the operator allows it. If a list cannot be fetched or read, its last valid version stays in use.',
    errors: ['unsupported_setting'],
    run: async (ctx) => ({ lists: await refreshAddressLists(ctx) }),
  }),
];
