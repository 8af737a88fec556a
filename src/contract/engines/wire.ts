import { z } from 'zod';
import { pageOfItems, pageQuery } from '../paging.ts';
import { idParams } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';
import { engineProbeSchema, engineSchema } from './schemas.ts';

/** Engines that can be asked. */
export const enginesWire = {
  listEngines: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(engineSchema) }),
  listProviderKeys: wireShape({
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          vendor: z.string(),
          variables: z.array(z.string()).meta({ description: "From the server's environment." }),
          isSet: z.boolean(),
          usedFor: z.array(z.string()),
          testEngineId: z
            .string()
            .nullable()
            .meta({ description: 'An engine whose free test uses these credentials.' }),
        }),
      ),
    }),
  }),
  probeEngine: wireShape({ params: idParams, body: z.strictObject({}), output: engineProbeSchema }),
};
