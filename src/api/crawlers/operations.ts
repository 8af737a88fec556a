import type { LogImport } from '../../domain/crawlers/logImport.ts';
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
import { openListPage } from '../listPage.ts';
import { answerNothing, defineOperation, type Operation, rareTool } from '../operation.ts';

const reads = { tag: 'Crawlers', permission: 'read' } as const;
const manages = { tag: 'Crawlers', permission: 'manage' } as const;

export const crawlersOperations: readonly Operation[] = [
  defineOperation('listLogSources', {
    ...reads,
    summary: 'List the log sources of a website',
    run: async (ctx, { query }) => ({ status: 200, body: { sources: await listLogSources(ctx, query) } }),
  }),
  defineOperation('createLogSource', {
    ...manages,
    summary: 'Add a log source to a website',
    run: async (ctx, { body }) => ({ status: 201, body: { source: await createLogSource(ctx, body) } }),
  }),
  defineOperation('changeLogSource', {
    ...manages,
    summary: 'Change how future logs of a source are read',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { source: await changeLogSource(ctx, { ...body, id: params.id }) },
    }),
  }),
  defineOperation('removeLogSource', {
    ...manages,
    summary: 'Remove a log source with all its counts',
    run: answerNothing(removeLogSource),
  }),
  defineOperation('importLog', {
    ...manages,
    summary: 'Import one log: count its crawler requests and assistant visits',
    description:
      'Send the log unchanged: plain, gzip or zstd. Lines are counted once, so sending a file again changes nothing. Neither the log nor visitors’ addresses are stored.',
    errors: ['owner_active_elsewhere'],
    run: async (ctx, { params, query, body }) => ({
      status: 200,
      // Browsers send a Blob; it arrives as a stream either way.
      body: await importLog(ctx, {
        sourceId: params.id,
        name: query.name,
        body: body.bytes as AsyncIterable<Uint8Array>,
      }),
    }),
  }),
  defineOperation('openLogDrain', {
    ...manages,
    summary: 'Create an address to which a vendor sends the logs of a source',
    description:
      'Enter it at the vendor with its secret. Vercel signs with the secret; others send it as `Authorization: Bearer …`. A new address replaces the old one.',
    run: async (ctx, { params, body }) => ({ status: 201, body: await openLogDrain(ctx, { ...body, id: params.id }) }),
  }),
  defineOperation('closeLogDrain', {
    ...manages,
    summary: 'Delete the address to which a vendor sends logs',
    run: answerNothing(closeLogDrain),
  }),
  defineOperation('listLogImports', {
    ...reads,
    summary: 'List the imported logs of a website, newest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listLogImports', { query });
      const rows = await listLogImports(ctx, { websiteId: query.websiteId, after: page.after, count: page.count });
      return { status: 200, body: page.close(rows, ({ importedAt, id }: LogImport) => ({ at: importedAt, id })) };
    },
  }),
  defineOperation('readLogImport', {
    ...reads,
    summary: 'Read how each line of an imported log was counted',
    run: async (ctx, { params }) => ({ status: 200, body: { import: await readLogImport(ctx, params) } }),
  }),
  defineOperation('removeLogImport', {
    ...manages,
    summary: 'Remove an imported log with all its counts',
    run: answerNothing(removeLogImport),
  }),
  defineOperation('listBotVisits', {
    ...reads,
    summary: 'Count crawler requests by crawler, page or day, verified and claimed',
    description:
      'A request is not a citation: one read may serve many answers or none. Zero is measured only inside `coverage`.',
    mayLag: true,
    tools: [
      rareTool(
        'list_bot_visits',
        'Crawlers in the logs',
        'Reads by crawler, page or day; forged ones are counted separately. Zero counts only inside `coverage`.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await readBotVisits(ctx, query) }),
  }),
  defineOperation('listAssistantVisits', {
    ...reads,
    summary: 'Count visits from AI assistants (a lower bound)',
    description:
      "Apps, in-app browsers, copied links, and Google's AI Overviews and AI Mode do not reveal where a visit came from, so the true number is higher.",
    mayLag: true,
    tools: [
      rareTool(
        'list_assistant_visits',
        'Visits from assistants',
        'Visits from AI assistants. The true number is higher.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await readAssistantVisits(ctx, query) }),
  }),
  defineOperation('listAddressLists', {
    ...reads,
    summary: 'List the published address lists that verify crawlers, with their newest reading',
    run: async (ctx) => ({ status: 200, body: { lists: await listAddressLists(ctx) } }),
  }),
  defineOperation('uploadAddressList', {
    ...manages,
    summary: 'Save a fetched copy of a published address list',
    description: 'A damaged list is refused, and the last valid one stays in use.',
    run: async (ctx, { body }) => ({ status: 201, body: { list: await uploadAddressList(ctx, body) } }),
  }),
  defineOperation('refreshAddressLists', {
    ...manages,
    summary: 'Fetch every published address list',
    description:
      'Only if the operator allows it. If a list cannot be fetched or read, its last valid version stays in use.',
    errors: ['unsupported_setting'],
    run: async (ctx) => ({ status: 200, body: { lists: await refreshAddressLists(ctx) } }),
  }),
];
