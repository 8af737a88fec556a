import { z } from 'zod';
import { verificationWays } from '../../domain/siteVerification.ts';
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

const verification = z.strictObject({
  token: z.string(),
  verifiedAt: instant.nullable(),
  way: way.nullable(),
  compareBotAgents: z.boolean(),
  places: z.array(z.strictObject({ way, url: z.string(), content: z.string() })),
});
const look = z.strictObject({
  way,
  url: z.string(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
});

function present(shown: ShownVerification): z.input<typeof verification> {
  const { token, verifiedAt, way: found, compareBotAgents } = shown;
  const places = shown.places.map(({ way: each, url, content }) => ({ way: each, url, content }));
  return { token, verifiedAt, way: found, compareBotAgents, places };
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
  output: z.strictObject({ verification, looked: z.array(look) }),
  async run(ctx, { params: given }) {
    const shown = await checkVerification(ctx, given);
    const looked = shown.looked.map(({ way: each, url, status, problem }) => ({ way: each, url, status, problem }));
    return { status: 200, body: { verification: present(shown), looked } };
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
