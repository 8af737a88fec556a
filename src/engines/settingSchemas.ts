import { z } from 'zod';

/** A setting that may be missing; an empty one counts as missing. */
export const text = z.string().trim().min(1).optional();

/** Something that strangers must not guess. */
export const secret = (shortest: number) =>
  z.string().trim().min(shortest, `must have at least ${shortest} characters`).optional();

export const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional();
