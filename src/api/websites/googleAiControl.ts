import { changeGoogleAiControl, readGoogleAiControl } from '../../services/websites/googleAiControl.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Management');

/** Operations for the owner's statement about Search Console's control, which a check reads. */
export const googleAiControlOperations: readonly Operation[] = [
  define.read('readGoogleAiControl', {
    summary: "Read the owner's statement about Search Console's switch for generative answers",
    run: async (ctx, { params }) => ({ control: await readGoogleAiControl(ctx, params) }),
  }),
  define.manage('changeGoogleAiControl', {
    summary: "State the value of Search Console's switch for generative answers; the next website check reads it",
    run: async (ctx, { params, body }) => ({ control: await changeGoogleAiControl(ctx, { ...params, ...body }) }),
  }),
];
