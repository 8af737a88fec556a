import type { FastifyInstance } from 'fastify';
import { type ApiContext, receiveDrain } from '../api/apiContext.ts';
import { refuseOtherMethods } from './rest.ts';

/** Most bytes of one delivery. Vendors send small batches. */
const maxDeliveryBytes = 8 * 1024 * 1024;

/** Mounts the address that vendors send logs to. A body of any type is taken as it comes, since its bytes are signed. */
export async function mountLogDrains(app: FastifyInstance, api: ApiContext): Promise<void> {
  const path = '/api/log-drains/:id';
  await app.register(async (drains) => {
    drains.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: maxDeliveryBytes } as const;
    drains.addContentTypeParser('*', options, (_request, body, parsed) => parsed(null, body));
    drains.post(path, { bodyLimit: maxDeliveryBytes }, async (request, reply) => {
      const { verify, linesToday } = await receiveDrain(api, {
        sourceId: (request.params as { id: string }).id,
        headers: request.headers,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      if (verify !== null) reply.header('x-vercel-verify', verify);
      return reply.code(200).send({ linesToday });
    });
  });
  refuseOtherMethods(app, path, ['POST']);
}
