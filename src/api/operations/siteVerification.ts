import { z } from 'zod';
import { type VerificationLook, verificationWays } from '../../domain/siteVerification.ts';
import {
  changeVerification,
  checkVerification,
  readVerification,
  type ShownVerification,
} from '../../services/siteVerification.ts';
import { defineOperation } from '../defineOperation.ts';
import { instant } from '../instant.ts';
import { recordId } from '../schemas.ts';

/** How an owner proves a website, and allows what only an owner may allow. For a signed-in session alone: v1 has no token. */
const shared = { audience: 'workspace', permission: 'read', tag: 'Management' } as const;
const path = '/sites/{id}/verification';
const params = z.strictObject({ id: recordId });
const way = z.enum(verificationWays);

const look = z.strictObject({
  way,
  url: z.string(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
});
const verification = z.strictObject({
  token: z.string(),
  verifiedAt: instant.nullable(),
  way: way.nullable(),
  lastLook: z.strictObject({ at: instant, looked: z.array(look) }).nullable(),
  compareBotAgents: z.boolean(),
  places: z.array(z.strictObject({ way, url: z.string(), content: z.string() })),
});

const seen = ({ way: each, url, status, problem }: VerificationLook) => ({ way: each, url, status, problem });

function present(shown: ShownVerification): z.input<typeof verification> {
  const { token, verifiedAt, way: found, compareBotAgents } = shown;
  const places = shown.places.map(({ way: each, url, content }) => ({ way: each, url, content }));
  const lastLook = shown.lastLook === null ? null : { at: shown.lastLook.at, looked: shown.lastLook.looked.map(seen) };
  return { token, verifiedAt, way: found, lastLook, compareBotAgents, places };
}

export const readVerificationOperation = defineOperation({
  ...shared,
  id: 'readVerification',
  method: 'GET',
  path,
  summary: 'The token that proves a website, and where to put it',
  params,
  output: z.strictObject({ verification }),
  async run(ctx, { params: given }) {
    return { status: 200, body: { verification: present(await readVerification(ctx, given)) } };
  },
});

export const checkVerificationOperation = defineOperation({
  ...shared,
  id: 'checkVerification',
  method: 'POST',
  path,
  summary: 'Look for the token on the website now',
  params,
  body: z.strictObject({}),
  output: z.strictObject({ verification }),
  async run(ctx, { params: given }) {
    return { status: 200, body: { verification: present(await checkVerification(ctx, given)) } };
  },
});

export const changeVerificationOperation = defineOperation({
  ...shared,
  id: 'changeVerification',
  method: 'PATCH',
  path,
  summary: 'Allow or end the comparison with bot-like agent strings',
  params,
  body: z.strictObject({ compareBotAgents: z.boolean() }),
  output: z.strictObject({ verification }),
  async run(ctx, { params: given, body }) {
    return { status: 200, body: { verification: present(await changeVerification(ctx, { ...given, ...body })) } };
  },
});
