import type { DataForSeoExchange } from '../../providers/dataForSeoExchange.ts';

/** Calls of one account, limited to the vendor's maximum at once. */
export type TaskCalls = Pick<DataForSeoExchange, 'get' | 'post'>;
