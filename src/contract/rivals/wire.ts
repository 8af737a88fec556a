import { z } from 'zod';
import { pageOfItems, pageQuery } from '../paging.ts';
import { idParams, lineOf, recordId } from '../schemas.ts';
import { rivalReportSchema, rivalSchema, rivalVisibilitySchema } from '../visibility/rivals.ts';
import { engineQuery } from '../visibility/wire.ts';
import { noContent, wireShape } from '../wireShape.ts';

const domain = lineOf(253);

/** Companies that a website's owner declares as rivals. */
export const rivalsWire = {
  listRivals: wireShape({ params: idParams, query: z.strictObject(pageQuery), output: pageOfItems(rivalSchema) }),
  declareRival: wireShape({
    params: idParams,
    body: z.strictObject({
      domain,
      name: lineOf(200).optional().meta({ description: 'Name of the rival. Default: its domain.' }),
      names: z
        .array(lineOf(200))
        .max(100)
        .default([])
        .meta({ description: 'Names in answers, added to existing ones.' }),
    }),
    output: z.strictObject({ rival: rivalSchema }),
    statuses: [201],
  }),
  forgetRival: wireShape({ params: z.strictObject({ id: recordId, domain }), ...noContent }),
  rivalVisibility: wireShape({ query: engineQuery, output: rivalVisibilitySchema }),
  rivalReport: wireShape({ params: z.strictObject({ domain }), query: engineQuery, output: rivalReportSchema }),
};
