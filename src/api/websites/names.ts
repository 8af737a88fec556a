import { acceptNames, readSiteNames, undoNames } from '../../services/websites/siteNames.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { tag: 'Management' } as const;

export const siteNamesOperations: readonly Operation[] = [
  defineOperation('readSiteNames', {
    ...shared,
    permission: 'read',
    summary: 'List names in the latest answers that the owner can identify, with evidence from other answers',
    async run(ctx, { params }) {
      return { status: 200, body: await readSiteNames(ctx, { websiteId: params.id }) };
    },
  }),
  defineOperation('acceptNames', {
    ...shared,
    permission: 'manage',
    summary: 'Identify several names; past answers are recounted, never changed',
    async run(ctx, { params, body }) {
      return { status: 200, body: await acceptNames(ctx, { websiteId: params.id, names: body.names }) };
    },
  }),
  defineOperation('takeBackNames', {
    ...shared,
    permission: 'manage',
    summary: 'Undo the statements about these names',
    async run(ctx, { params, body }) {
      return { status: 200, body: await undoNames(ctx, { websiteId: params.id, names: body.names }) };
    },
  }),
];
