import { acceptNames, readSiteNames, undoNames } from '../../services/websites/siteNames.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Management');

export const siteNamesOperations: readonly Operation[] = [
  define.read('readSiteNames', {
    summary: 'List names in the latest answers that the owner can identify, with evidence from other answers',
    run: (ctx, { params }) => readSiteNames(ctx, { websiteId: params.id }),
  }),
  define.manage('acceptNames', {
    summary: 'Identify several names; past answers are recounted, never changed',
    run: (ctx, { params, body }) => acceptNames(ctx, { websiteId: params.id, names: body.names }),
  }),
  define.manage('takeBackNames', {
    summary: 'Undo the statements about these names',
    run: (ctx, { params, body }) => undoNames(ctx, { websiteId: params.id, names: body.names }),
  }),
];
