import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import {
  connectData,
  listConnections,
  readConnection,
  removeConnection,
} from '../../services/imports/dataConnections.ts';
import { importFile, listImports, readImport, removeImport } from '../../services/imports/importFile.ts';
import {
  drawQuestions,
  listOwnerQueries,
  listQuestionFrames,
  suggestQuestions,
} from '../../services/imports/ownerQueries.ts';
import { readAndCited } from '../../services/imports/readAndCited.ts';
import { listOwnerDays, listOwnerPages } from '../../services/imports/readOwnerData.ts';
import { openListPage } from '../listPage.ts';
import { answerNothing, defineOperation, type Operation, rareTool } from '../operation.ts';

const reads = { tag: 'Your data', permission: 'read' } as const;
const manages = { tag: 'Your data', permission: 'manage' } as const;

export const importsOperations: readonly Operation[] = [
  defineOperation('importFile', {
    ...manages,
    summary: 'Import a file of your own data',
    description:
      'Send an export of Search Console, Google Analytics, Bing, Cloudflare, Plausible, Umami, Matomo or Clarity unchanged. Sending the same file again changes nothing; a newer file replaces shared days. No answer or score changes.',
    run: async (ctx, { query, body }) => ({
      status: 200,
      // Browsers send a Blob; it arrives as a stream either way.
      body: await importFile(ctx, { ...query, body: body.bytes as AsyncIterable<Uint8Array> }),
    }),
  }),
  defineOperation('listImports', {
    ...reads,
    summary: 'List the imported files of a website, newest first',
    tools: [rareTool('list_imports', 'Imported files', 'Files of your own data, newest first.')],
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listImports', { query });
      const rows = await listImports(ctx, { websiteId: query.websiteId, after: page.after, count: page.count });
      return { status: 200, body: page.close(rows, ({ importedAt, id }: OwnerImport) => ({ at: importedAt, id })) };
    },
  }),
  defineOperation('readImport', {
    ...reads,
    summary: 'Read how the rows of an imported file were counted',
    run: async (ctx, { params }) => ({ status: 200, body: await readImport(ctx, params) }),
  }),
  defineOperation('removeImport', {
    ...manages,
    summary: 'Remove an imported file with all its figures',
    run: answerNothing(removeImport),
  }),
  defineOperation('listOwnerPages', {
    ...reads,
    summary: 'List engine and vendor figures for each page',
    description:
      'One row per page: crawling allowed, crawler reads, citations in saved answers, and each vendor’s figures with their caveat. Vendors are never summed, and a page missing from a vendor’s file is unknown.',
    tools: [
      rareTool(
        'list_owner_pages',
        'Vendor figures by page',
        'Pages with crawler reads, citations and each vendor’s figures. Read the caveats in `sources`.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await listOwnerPages(ctx, query) }),
  }),
  defineOperation('listOwnerQueries', {
    ...reads,
    summary: 'List the queries of your own files',
    description: 'Queries as written, with the saved question and the searches of engines that have the same text.',
    tools: [
      rareTool(
        'list_owner_queries',
        'Queries of your own files',
        'Queries of Search Console and Bing. Impressions are not the volume of an assistant question.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await listOwnerQueries(ctx, query) }),
  }),
  defineOperation('readAndCited', {
    ...reads,
    summary: 'List the first verified crawler read and first citation of each page',
    description:
      "Compares the search crawler in your logs with the engine's answers. An earlier read is not the cause: one fetch can serve many answers, and engines also read indexes and caches.",
    mayLag: true,
    tools: [
      {
        name: 'read_and_cited',
        rarelyNeeded: true,
        title: 'Reads and citations',
        description: 'First verified read and first citation of each page. It shows order, never cause.',
      },
    ],
    run: async (ctx, { params: { id: websiteId }, query }) => ({
      status: 200,
      body: await readAndCited(ctx, { ...query, websiteId }),
    }),
  }),
  defineOperation('suggestQuestions', {
    ...reads,
    summary: 'Suggest questions from real queries',
    description:
      'Possible questions from your files’ queries and the engines’ searches, unedited, with their source. Saves and asks nothing.',
    tools: [
      rareTool(
        'suggest_questions',
        'Questions from real queries',
        'Unedited candidates with source and count; those already covered are listed separately. Nothing is saved.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await suggestQuestions(ctx, query) }),
  }),
  defineOperation('drawQuestions', {
    ...manages,
    summary: 'Draw questions at random from all candidate queries',
    description:
      'Draws a stratified sample, so that a score over these questions estimates all candidate queries. Saves the sample but no questions.',
    run: async (ctx, { body }) => ({ status: 201, body: { frame: await drawQuestions(ctx, body) } }),
  }),
  defineOperation('listQuestionFrames', {
    ...reads,
    summary: 'List drawn samples with the estimate for all candidate queries',
    description:
      'The share of all candidate queries whose answers list the website, at one engine. Hand-picked questions represent only themselves.',
    tools: [
      rareTool(
        'list_question_frames',
        'Drawn samples',
        'Samples of real queries with the estimate for all candidate queries.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: { frames: await listQuestionFrames(ctx, query) } }),
  }),
  defineOperation('listOwnerDays', {
    ...reads,
    summary: 'List the figures of your own files by day',
    tools: [
      rareTool(
        'list_owner_days',
        'Figures by day',
        'One series per vendor. Separate parts of a series are not comparable.',
      ),
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await listOwnerDays(ctx, query) }),
  }),
  defineOperation('connectData', {
    ...manages,
    summary: 'Connect a property of Search Console, Google Analytics or Bing',
    description: 'The credential is encrypted with this server’s key. No figures are read until you request them.',
    run: async (ctx, { body }) => ({ status: 201, body: { connection: await connectData(ctx, body) } }),
  }),
  defineOperation('listDataConnections', {
    ...reads,
    summary: 'List the connected properties of a website',
    run: async (ctx, { query }) => ({ status: 200, body: { connections: await listConnections(ctx, query) } }),
  }),
  defineOperation('removeDataConnection', {
    ...manages,
    summary: 'Remove a connection with its credential; imported figures stay',
    run: answerNothing(removeConnection),
  }),
  defineOperation('readDataConnection', {
    ...manages,
    summary: 'Fetch and import the figures of a connected property',
    description:
      'Reads the last 28 complete days, unless you name days. Figures already imported change nothing; a failure imports nothing.',
    errors: ['provider_unavailable'],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: await readConnection(ctx, { ...body, id: params.id }),
    }),
  }),
];
