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
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Your data');

export const importsOperations: readonly Operation[] = [
  define.manage('importFile', {
    summary: 'Import a file of your own data',
    description:
      'Send an export of Search Console, Google Analytics, Bing, Cloudflare, Plausible, Umami, Matomo or Clarity unchanged. Sending the same file again changes nothing; a newer file replaces shared days. No answer or score changes.',
    // Browsers send a Blob; it arrives as a stream either way.
    run: (ctx, { query, body }) => importFile(ctx, { ...query, body: body.bytes as AsyncIterable<Uint8Array> }),
  }),
  define.read('listImports', {
    summary: 'List the imported files of a website, newest first',
    tool: {
      title: 'Imported files',
      description: 'Files of your own data, newest first.',
      rarelyNeeded: true,
    },
    run: async (ctx, { query: { websiteId }, page }) =>
      page.close(await listImports(ctx, { ...page, websiteId }), ({ importedAt, id }) => ({ at: importedAt, id })),
  }),
  define.read('readImport', {
    summary: 'Read how the rows of an imported file were counted',
    run: (ctx, { params }) => readImport(ctx, params),
  }),
  define.manage('removeImport', {
    summary: 'Remove an imported file with all its figures',
    run: (ctx, { params }) => removeImport(ctx, params),
  }),
  define.read('listOwnerPages', {
    summary: 'List engine and vendor figures for each page',
    description:
      'One row per page: crawling allowed, crawler reads, citations in saved answers, and each vendor’s figures with their caveat. Vendors are never summed, and a page missing from a vendor’s file is unknown.',
    tool: {
      title: 'Vendor figures by page',
      description: 'Pages with crawler reads, citations and each vendor’s figures. Read the caveats in `sources`.',
      rarelyNeeded: true,
    },
    run: (ctx, { query }) => listOwnerPages(ctx, query),
  }),
  define.read('listOwnerQueries', {
    summary: 'List the queries of your own files',
    description: 'Queries as written, with the saved question and the searches of engines that have the same text.',
    tool: {
      title: 'Queries of your own files',
      description: 'Queries of Search Console and Bing. Impressions are not the volume of an assistant question.',
      rarelyNeeded: true,
    },
    run: (ctx, { query }) => listOwnerQueries(ctx, query),
  }),
  define.read('readAndCited', {
    summary: 'List the first verified crawler read and first citation of each page',
    description:
      "Compares the search crawler in your logs with the engine's answers. An earlier read is not the cause: one fetch can serve many answers, and engines also read indexes and caches.",
    mayLag: true,
    tool: {
      rarelyNeeded: true,
      title: 'Reads and citations',
      description: 'First verified read and first citation of each page. It shows order, never cause.',
    },
    run: (ctx, { params: { id: websiteId }, query }) => readAndCited(ctx, { ...query, websiteId }),
  }),
  define.read('suggestQuestions', {
    summary: 'Suggest questions from real queries',
    description:
      'Possible questions from your files’ queries and the engines’ searches, unedited, with their source. Saves and asks nothing.',
    tool: {
      title: 'Questions from real queries',
      description:
        'Unedited candidates with source and count; those already covered are listed separately. Nothing is saved.',
      rarelyNeeded: true,
    },
    run: (ctx, { query }) => suggestQuestions(ctx, query),
  }),
  define.manage('drawQuestions', {
    summary: 'Draw questions at random from all candidate queries',
    description:
      'Draws a stratified sample, so that a score over these questions estimates all candidate queries. Saves the sample but no questions.',
    run: async (ctx, { body }) => ({ frame: await drawQuestions(ctx, body) }),
  }),
  define.read('listQuestionFrames', {
    summary: 'List drawn samples with the estimate for all candidate queries',
    description:
      'The share of all candidate queries whose answers list the website, at one engine. Hand-picked questions represent only themselves.',
    tool: {
      title: 'Drawn samples',
      description: 'Samples of real queries with the estimate for all candidate queries.',
      rarelyNeeded: true,
    },
    run: async (ctx, { query }) => ({ frames: await listQuestionFrames(ctx, query) }),
  }),
  define.read('listOwnerDays', {
    summary: 'List the figures of your own files by day',
    tool: {
      title: 'Figures by day',
      description: 'One series per vendor. Separate parts of a series are not comparable.',
      rarelyNeeded: true,
    },
    run: (ctx, { query }) => listOwnerDays(ctx, query),
  }),
  define.manage('connectData', {
    summary: 'Connect a property of Search Console, Google Analytics or Bing',
    description: 'The credential is encrypted with this server’s key. No figures are read until you request them.',
    run: async (ctx, { body }) => ({ connection: await connectData(ctx, body) }),
  }),
  define.read('listDataConnections', {
    summary: 'List the connected properties of a website',
    run: async (ctx, { query }) => ({ connections: await listConnections(ctx, query) }),
  }),
  define.manage('removeDataConnection', {
    summary: 'Remove a connection with its credential; imported figures stay',
    run: (ctx, { params }) => removeConnection(ctx, params),
  }),
  define.manage('readDataConnection', {
    summary: 'Fetch and import the figures of a connected property',
    description:
      'Reads the last 28 complete days, unless you name days. Figures already imported change nothing; a failure imports nothing.',
    errors: ['provider_unavailable'],
    run: (ctx, { params, body }) => readConnection(ctx, { ...body, id: params.id }),
  }),
];
