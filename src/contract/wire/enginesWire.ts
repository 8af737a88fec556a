import { z } from 'zod';
import { engineProbeSchema, engineSchema } from '../engineSchemas.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { idParams } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';

/** The ways to ask. */
export const enginesWire = {
  listEngines: wireShape({ query: z.strictObject(pageQuery), output: pageOfItems(engineSchema) }),
  probeEngine: wireShape({ params: idParams, body: z.strictObject({}), output: engineProbeSchema }),
};
