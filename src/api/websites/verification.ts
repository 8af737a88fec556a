import type { z } from 'zod';
import type { verificationSchema } from '../../contract/captures/wire.ts';
import type { VerificationCheck } from '../../domain/websites/siteVerification.ts';
import {
  changeVerification,
  checkVerification,
  readVerification,
  type ShownVerification,
} from '../../services/websites/checkVerification.ts';
import { defineOperation, type Operation } from '../operation.ts';

/** Permission of operations with which an owner verifies a website and enables owner-only settings. v1 has no token. */
const shared = { permission: 'manage', tag: 'Management' } as const;
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
  defineOperation('readVerification', {
    ...shared,
    summary: 'Read the token that verifies a website, and where to put it',
    async run(ctx, { params }) {
      return { status: 200, body: { verification: present(await readVerification(ctx, params)) } };
    },
  }),
  defineOperation('checkVerification', {
    ...shared,
    summary: 'Check the website for the token now',
    async run(ctx, { params }) {
      return { status: 200, body: { verification: present(await checkVerification(ctx, params)) } };
    },
  }),
  defineOperation('changeVerification', {
    ...shared,
    summary: 'Allow or end the comparison with bot-like agent strings',
    async run(ctx, { params, body }) {
      return { status: 200, body: { verification: present(await changeVerification(ctx, { ...params, ...body })) } };
    },
  }),
];
