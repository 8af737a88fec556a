import type { DataForSeoExchange } from '../../providers/dataForSeoExchange.ts';

/** The calls of one account, each in its turn: no more at once than its vendor takes. */
export type TaskCalls = Pick<DataForSeoExchange, 'get' | 'post'>;
