import { z } from 'zod';

/** Query members of every v2 list. */
export const pageQuery = {
  limit: z.int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1_000).optional().meta({
    description: '`nextCursor` of the previous page, with the same filters.',
  }),
};

/** Builds the response schema of every v2 list. */
export const pageOfItems = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last one.' }),
  });
