import type { OwnerImport } from '../../domain/imports/ownerImport.ts';
import {
  connectData,
  listConnections,
  readConnection,
  removeConnection,
} from '../../services/imports/dataConnections.ts';
import { importFile } from '../../services/imports/importFile.ts';
import { listOwnerQueries } from '../../services/imports/listOwnerQueries.ts';
import { listImports, readImport, removeImport } from '../../services/imports/ownerImports.ts';
import { readAndCited } from '../../services/imports/readAndCited.ts';
import { listOwnerDays, listOwnerPages } from '../../services/imports/readOwnerData.ts';
import { drawQuestions, listQuestionFrames, suggestQuestions } from '../../services/imports/suggestQuestions.ts';
import { openListPage } from '../listPage.ts';
import { answerNothing, defineOperation, type Operation } from '../operation.ts';

const reads = { tag: 'Your data', permission: 'read' } as const;
const manages = { tag: 'Your data', permission: 'manage' } as const;

export const importsOperations: readonly Operation[] = [
  defineOperation('importFile', {
    ...manages,
    summary: 'Import a file of your own data',
    description:
      'Send an export of Search Console, Google Analytics, Bing, Cloudflare, Plausible, Umami, Matomo or Clarity as it is. The same file changes nothing; a newer one replaces the days in common. No answer and no score changes.',
    run: async (ctx, { query, body }) => ({
      status: 200,
      // Browsers send a Blob; what arrives is a stream either way.
      body: await importFile(ctx, { ...query, body: body.bytes as AsyncIterable<Uint8Array> }),
    }),
  }),
  defineOperation('listImports', {
    ...reads,
    summary: 'List the imported files of a website, newest first',
    tools: [
      {
        name: 'list_imports',
        rarelyNeeded: true,
        title: 'Imported files',
        description: 'Files of your own data, newest first.',
      },
    ],
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listImports', { query });
      const rows = await listImports(ctx, { websiteId: query.websiteId, after: page.after, count: page.count });
      return { status: 200, body: page.close(rows, ({ importedAt, id }: OwnerImport) => ({ at: importedAt, id })) };
    },
  }),
  defineOperation('readImport', {
    ...reads,
    summary: 'Read what became of the rows of an imported file',
    run: async (ctx, { params }) => ({ status: 200, body: await readImport(ctx, params) }),
  }),
  defineOperation('removeImport', {
    ...manages,
    summary: 'Remove an imported file with every figure of it',
    run: answerNothing(removeImport),
  }),
  defineOperation('listOwnerPages', {
    ...reads,
    summary: 'List what engines and vendors report of each page',
    description:
      'One row a page: may be read, was read, cited in our answers, and the figures of each vendor with its caveat. Vendors are never added to each other, and a page that a vendor does not list is unknown there.',
    tools: [
      {
        name: 'list_owner_pages',
        rarelyNeeded: true,
        title: 'What the engines report',
        description: 'Pages with reads, citations and the figures of each vendor. Read the caveats in `sources`.',
      },
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await listOwnerPages(ctx, query) }),
  }),
  defineOperation('listOwnerQueries', {
    ...reads,
    summary: 'List the queries of your own files',
    description: 'Queries as written, with the saved question and the searches of engines that have the same text.',
    tools: [
      {
        name: 'list_owner_queries',
        rarelyNeeded: true,
        title: 'Queries of your own files',
        description: 'Queries of Search Console and Bing. Impressions are not the volume of an assistant question.',
      },
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await listOwnerQueries(ctx, query) }),
  }),
  defineOperation('readAndCited', {
    ...reads,
    summary: 'List the first proven read and the first citation of each page',
    description:
      "An engine's search crawler in your logs, and the engine's answers. A read that came first is not the cause: one fetch can serve many answers, and engines read indexes and caches too.",
    mayLag: true,
    tools: [
      {
        name: 'read_and_cited',
        title: 'Read and cited',
        description: 'First proven read and first citation of each page. It shows order, never cause.',
      },
    ],
    run: async (ctx, { params, query }) => ({
      status: 200,
      body: await readAndCited(ctx, { ...query, websiteId: params.id }),
    }),
  }),
  defineOperation('suggestQuestions', {
    ...reads,
    summary: 'Suggest questions from real queries',
    description:
      'Queries of your files and searches of engines that may become questions, as written, each with its source. Saves and asks nothing.',
    tools: [
      {
        name: 'suggest_questions',
        rarelyNeeded: true,
        title: 'Questions from real queries',
        description: 'Candidates as written, with source and count; covered ones apart. Nothing is saved.',
      },
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await suggestQuestions(ctx, query) }),
  }),
  defineOperation('drawQuestions', {
    ...manages,
    summary: 'Draw questions at random from all candidate queries',
    description:
      'Draws by strata, so that a score of these questions estimates the whole frame. Saves the draw, and no question.',
    run: async (ctx, { body }) => ({ status: 201, body: { frame: await drawQuestions(ctx, body) } }),
  }),
  defineOperation('listQuestionFrames', {
    ...reads,
    summary: 'List drawn samples with the estimate for their whole frame',
    description:
      'The share of all queries of the frame whose answers list the website, at one engine. Hand-picked questions estimate nothing but themselves.',
    tools: [
      {
        name: 'list_question_frames',
        rarelyNeeded: true,
        title: 'Drawn samples',
        description: 'Samples of real queries, and what their answers say of the whole frame.',
      },
    ],
    run: async (ctx, { query }) => ({ status: 200, body: { frames: await listQuestionFrames(ctx, query) } }),
  }),
  defineOperation('listOwnerDays', {
    ...reads,
    summary: 'List the figures of your own files by day',
    tools: [
      {
        name: 'list_owner_days',
        rarelyNeeded: true,
        title: 'Figures by day',
        description: 'One series a vendor. Parts of a series are not comparable with each other.',
      },
    ],
    run: async (ctx, { query }) => ({ status: 200, body: await listOwnerDays(ctx, query) }),
  }),
  defineOperation('connectData', {
    ...manages,
    summary: 'Connect a property of Search Console, Google Analytics or Bing',
    description: 'The credential is sealed with the key of this server. Nothing is read until you ask for it.',
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
    summary: 'Read the figures of a connected property and import them',
    description:
      'Reads the last 28 days that the vendor has finished, unless days are named. The same figures change nothing; a failure imports nothing.',
    errors: ['provider_unavailable'],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: await readConnection(ctx, { ...body, id: params.id }),
    }),
  }),
];
