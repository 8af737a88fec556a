import type { InputOf, OutputOf } from '../contract/callTypes.ts';
import type { OperationId } from '../contract/routes.ts';
import type { Call } from './send.ts';

type Paged = { items: readonly unknown[]; nextCursor: string | null };

/** Operations that return a list page by page. */
export type PagedOperationId = {
  [Id in OperationId]: OutputOf<Id> extends Paged ? Id : never;
}[OperationId];

/** Reads a list to its end, in pages of the maximum size. @throws SightlineError */
export async function everyPage<Id extends PagedOperationId>(
  call: Call,
  id: Id,
  input: Omit<InputOf<Id>, 'limit' | 'cursor'>,
): Promise<OutputOf<Id>['items']> {
  const items: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const request = { ...input, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const page: Paged = await call(id, request as unknown as InputOf<Id>);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items as OutputOf<Id>['items'];
}
