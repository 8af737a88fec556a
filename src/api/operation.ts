import type { z } from 'zod';
import type { ErrorCode } from '../domain/errors.ts';
import type { Permission } from '../domain/permissions.ts';
import type { Ctx } from '../services/world.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** `v1`: bearer keys, OpenAPI, MCP, CLI. `workspace`: a signed-in session of the same origin only. */
export type Audience = 'v1' | 'workspace';

/** How an operation appears as MCP tools. Most are one tool; ensure is two, one for each shape of its body. */
export type ToolProjection = {
  name: string;
  title: string;
  description: string;
  /** The tool's body when it is narrower than the operation's; `fixed` members are added to what the caller sends. */
  body?: z.ZodObject;
  fixed?: Readonly<Record<string, unknown>>;
  /** True when the tool may end or undo existing work. */
  destructive?: boolean;
};

export type Replied<Output> = { status: number; body: Output; headers?: Readonly<Record<string, string>> };

export type Shape<P, Q, H, B> = {
  params: z.infer<P>;
  query: z.infer<Q>;
  headers: z.infer<H>;
  body: z.infer<B>;
};

export type OperationSpec<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B extends z.ZodType,
  O extends z.ZodType,
> = {
  id: string;
  method: Method;
  /** Below the audience's base path, with `{name}` parameters. */
  path: string;
  audience: Audience;
  permission: Permission;
  /** True when it may start paid work. */
  spends: boolean;
  /** True when it changes saved state; GETs never do. */
  summary: string;
  description: string;
  tag: string;
  params: P;
  query: Q;
  headers: H;
  body: B;
  hasBody: boolean;
  /** Success statuses and what they carry. */
  output: O | null;
  statuses: readonly number[];
  errors: readonly ErrorCode[];
  tools: readonly ToolProjection[];
  run(ctx: Ctx, input: Shape<P, Q, H, B>): Promise<Replied<z.input<O>>>;
};

/** An entry of the registry with its types erased, as transports loop over it. */
export type Operation = {
  [K in keyof OperationSpec<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>]: K extends 'run'
    ? (ctx: Ctx, input: { params: never; query: never; headers: never; body: never }) => Promise<Replied<unknown>>
    : OperationSpec<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>[K];
};

/** Errors that every operation may answer. */
export const commonErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_permission',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'temporarily_unavailable',
  'internal_error',
];
