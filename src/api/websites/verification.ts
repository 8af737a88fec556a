import type { z } from 'zod';
import type { verificationSchema } from '../../contract/captures/wire.ts';
import type { VerificationCheck } from '../../domain/websites/siteVerification.ts';
import {
  changeVerification,
  checkVerification,
  readVerification,
  type ShownVerification,
} from '../../services/websites/checkVerification.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Management');

const see = ({ way: each, url, status, problem }: VerificationCheck) => ({ way: each, url, status, problem });

function present(shownVerification: ShownVerification): z.input<typeof verificationSchema> {
  const { token, verifiedAt, way: match, compareBotAgents } = shownVerification;
  const places = shownVerification.places.map(({ way: each, url, content }) => ({ way: each, url, content }));
  const lastLook =
    shownVerification.lastLook === null
      ? null
      : { at: shownVerification.lastLook.at, looked: shownVerification.lastLook.looked.map(see) };
  return { token, verifiedAt, way: match, lastLook, compareBotAgents, places };
}

export const siteVerificationOperations: readonly Operation[] = [
  define.manage('readVerification', {
    summary: 'Read the token that verifies a website, and where to put it',
    run: async (ctx, { params }) => ({ verification: present(await readVerification(ctx, params)) }),
  }),
  define.manage('checkVerification', {
    summary: 'Check the website for the token now',
    run: async (ctx, { params }) => ({ verification: present(await checkVerification(ctx, params)) }),
  }),
  define.manage('changeVerification', {
    summary: 'Allow or end the comparison with bot-like agent strings',
    run: async (ctx, { params, body }) => ({
      verification: present(await changeVerification(ctx, { ...params, ...body })),
    }),
  }),
];
