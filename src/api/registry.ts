import { type OperationId, routes } from '../contract/routes.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/**
 * All operations, in the order of their routes. Routes, tools, OpenAPI paths and CLI calls exist only as entries here.
 */
export const registry: readonly Operation[] = (Object.keys(routes) as OperationId[]).flatMap(
  (id) => byId.get(id) ?? [],
);

/** Operations of API keys with the required permission: over REST, MCP and the command line. */
export const keyOperations: readonly Operation[] = registry.filter(({ audience }) => audience !== 'session');

export const v1Operations: readonly Operation[] = registry.filter((operation) => operation.audience === 'v1');

/**
 * Operations under the path of v2: all of them, except that a v2 operation replaces the v1 one with the same method and
 * path.
 */
export const v2Operations: readonly Operation[] = registry.filter(
  (operation) =>
    operation.audience !== 'v1' ||
    !registry.some((one) => one.audience !== 'v1' && one.method === operation.method && one.path === operation.path),
);
