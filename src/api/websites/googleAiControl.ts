import { changeGoogleAiControl, readGoogleAiControl } from '../../services/websites/googleAiControl.ts';
import { defineOperation, type Operation } from '../operation.ts';

/** Operations for the owner's statement about Search Console's control, which a check reads. */
export const googleAiControlOperations: readonly Operation[] = [
  defineOperation('readGoogleAiControl', {
    tag: 'Management',
    permission: 'read',
    summary: "Read the owner's statement about Search Console's switch for generative answers",
    async run(ctx, { params }) {
      return { status: 200, body: { control: await readGoogleAiControl(ctx, params) } };
    },
  }),
  defineOperation('changeGoogleAiControl', {
    tag: 'Management',
    permission: 'manage',
    summary: "State the value of Search Console's switch for generative answers; the next website check reads it",
    async run(ctx, { params, body }) {
      return { status: 200, body: { control: await changeGoogleAiControl(ctx, { ...params, ...body }) } };
    },
  }),
];
