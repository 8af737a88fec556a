import { z } from 'zod';
import type { NameLedger } from '../../domain/visibility/nameLedger.ts';
import { sameShape } from '../sameShape.ts';
import { idParams, lineOf } from '../schemas.ts';
import { wireShape } from '../wireShape.ts';

const count = z.int().min(0);
const givenName = lineOf(200);
const maxNames = 200;

const ledgerSchema = sameShape<NameLedger>()(
  z.strictObject({
    names: z.array(
      z.strictObject({
        name: z.string(),
        basis: z.enum(['unknown', 'other_answers']),
        answers: count,
        runIds: z.array(z.string()),
        beginsWithRegistered: z.boolean(),
        mayBeOwn: z.boolean(),
        offer: z
          .strictObject({
            domain: z.string(),
            own: z.boolean(),
            answers: count,
            runIds: z.array(z.string()),
          })
          .nullable()
          .meta({ description: 'Owner to which other saved answers link the name, without contradiction.' }),
      }),
    ),
    exactProposals: z.array(
      z.strictObject({ name: z.string(), reason: z.enum(['short', 'common_word', 'in_lower_case']), answers: count }),
    ),
  }),
);

/** List of names, and the owner's statements about many at once. */
export const namesWire = {
  readSiteNames: wireShape({ params: idParams, output: ledgerSchema }),
  acceptNames: wireShape({
    params: idParams,
    body: z.strictObject({
      names: z
        .array(
          z.strictObject({
            name: givenName,
            domain: lineOf(253).nullable().meta({ description: 'null: it is this website.' }),
          }),
        )
        .min(1)
        .max(maxNames),
    }),
    output: z.strictObject({
      accepted: z.array(z.strictObject({ name: z.string(), domain: z.string().nullable() })),
      skipped: z.array(z.strictObject({ name: z.string(), why: z.string() })),
    }),
  }),
  takeBackNames: wireShape({
    params: idParams,
    body: z.strictObject({ names: z.array(givenName).min(1).max(maxNames) }),
    output: z.strictObject({ takenBack: z.array(z.string()) }),
  }),
};
