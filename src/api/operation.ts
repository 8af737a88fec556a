import type { z } from 'zod';
import { type OperationId, type Route, routes } from '../contract/routes.ts';
import { type Wire, wire } from '../contract/wire.ts';
import type { WireShape } from '../contract/wireShape.ts';
import type { Permission } from '../domain/access/permissions.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { Ctx } from '../services/appContext.ts';
import { type ListPage, openListPage } from './listPage.ts';

/** View with which a client with MCP Apps displays a result: scores with their intervals, or a purchase. */
export type ToolView = 'intervals' | 'purchase';

/** Projection of an operation as MCP tools. Most are one tool; ensure is two, one for each shape of its body. */
export type ToolProjection = {
  name: string;
  title: string;
  description: string;
  /** The tool's body, if narrower than the operation's. `fixed` members are added to the caller's. */
  body?: z.ZodObject;
  fixed?: Readonly<Record<string, unknown>>;
  /** Arguments that the tool offers, in order; by default all of the operation's. */
  takes?: readonly string[];
  /** Descriptions of arguments with a different meaning in this tool. */
  words?: Readonly<Record<string, string>>;
  /** Values of arguments that the caller omits, if an agent needs less than the API's default. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The member of the response that is a growing list; the tool returns it in pages. */
  pages?: 'sites' | 'cases' | 'reports';
  /**
   * Members that a brief response leaves out, by name or as `parent.name`; ids of runs are always left out, and numbers
   * are rounded to the precision of their interval. The tool then accepts `detail`.
   */
  brief?: readonly string[];
  /** True if it contacts providers or websites. By default, if it requires `evaluate` or `seo`. */
  openWorld?: boolean;
  /** True for a tool that only the profile `all` lists; its permission alone decides on calls. */
  rarelyNeeded?: boolean;
  view?: ToolView;
  /** True if the tool may end or undo existing work. */
  destructive?: boolean;
};

export type OperationReply<Output> = { status: number; body: Output; headers?: Readonly<Record<string, string>> };

type Described = {
  permission: Permission;
  /** True if it may start paid work. */
  spends: boolean;
  /** True if the operation only reads despite its method, so that the audit log skips it. */
  isReadOnly: boolean;
  /** True if the service itself writes the audit entry, in the transaction of the change. */
  recordsItself: boolean;
  /** True if it changes only the caller's own session or membership, which viewers may do too. */
  isOwnAct: boolean;
  /** True if a plan's key may call it although it is not a read, because its rounds need it. */
  isOfRounds: boolean;
  tag: string;
  summary: string;
  description: string;
  /** Error codes in addition to those of every operation. */
  errors: readonly ErrorCode[];
  tools: readonly ToolProjection[];
  /**
   * True if the response may be some seconds old: a report or a list, never a record that the caller may just have
   * changed.
   */
  mayLag?: boolean;
};

/** Parsed input of a call; `page` for operations that return a list in pages. */
type Given<Id extends OperationId> = {
  [Part in 'params' | 'query' | 'headers' | 'body']: z.output<Wire[Id][Part]>;
} & (z.output<Wire[Id]['query']> extends { limit: number } ? { page: ListPage } : unknown);

type Output<Id extends OperationId> = z.input<Wire[Id]['output']>;
/** Returns the body of the response; its status is the contract's. */
export type Run<Id extends OperationId> = (
  ctx: Ctx,
  input: Given<Id>,
) => Promise<Output<Id> extends null ? void : Output<Id>>;

type Tool = Omit<ToolProjection, 'name'> & { name?: string };

/**
 * Server side of an operation: what it does, and its description. `reply` instead of `run` if status or headers depend
 * on the outcome. `tool` is its only MCP tool, by default called like the operation: `listWork` is `list_work`.
 */
type Entry<Id extends OperationId> = Pick<Described, 'summary'> &
  Partial<Omit<Described, 'summary' | 'tag' | 'permission'>> & { tool?: Tool } & (
    | { run: Run<Id> }
    | { reply(ctx: Ctx, input: Given<Id>): Promise<OperationReply<Output<Id>>> }
  );

/** A registry entry with its route and wire schemas, with erased types, for transports. */
export type Operation = Route &
  WireShape &
  Described & {
    id: OperationId;
    run(
      ctx: Ctx,
      input: { params: never; query: never; headers: never; body: never },
    ): Promise<OperationReply<unknown>>;
  };

/** An entry with erased types. */
type AnyEntry = Partial<Described> & {
  summary: string;
  tool?: Tool;
  run?: (ctx: Ctx, input: object) => Promise<unknown>;
  reply?: (ctx: Ctx, input: object) => Promise<OperationReply<unknown>>;
};

/** Defines an entry of the registry: its route and schemas come from the contract, by its id. */
function defineOperation(permission: Permission, tag: string, id: OperationId, entry: AnyEntry): Operation {
  const { tool, run, reply, ...described } = entry;
  const shape: WireShape = wire[id];
  const name = id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    ...{ id, permission, tag, ...routes[id], ...shape },
    spends: false,
    isReadOnly: false,
    recordsItself: false,
    isOfRounds: false,
    isOwnAct: false,
    description: entry.summary,
    errors: [],
    tools: tool === undefined ? [] : [{ name, ...tool }],
    ...described,
    async run(ctx, input) {
      const call = {
        ...(input as { params: object; query: { limit: number } }),
        // Opened on demand, because some reports have a cursor of their own.
        get page(): ListPage {
          return openListPage(ctx, id, this);
        },
      };
      if (reply !== undefined) return reply(ctx, call);
      return { status: shape.statuses[0] ?? 200, body: (await run?.(ctx, call)) ?? null };
    },
  };
}

/** Returns what defines the operations of a tag, by the permission that they need. */
export function operationsOf(tag: string) {
  const needing =
    (permission: Permission) =>
    <Id extends OperationId>(id: Id, entry: Entry<Id>): Operation =>
      defineOperation(permission, tag, id, entry as AnyEntry);
  return {
    read: needing('read'),
    evaluate: needing('evaluate'),
    manage: needing('manage'),
    seo: needing('seo'),
  };
}

/** Errors that every operation may return. */
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
