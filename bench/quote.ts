import { type Bench, type Figure, median } from './figure.ts';
import { startSeededService } from './seededService.ts';

const rounds = 200;

/**
 * Measures a quote of one question and of twenty, over HTTP, next to the cheapest read that uses the database as well.
 */
async function measureQuote(): Promise<Figure[]> {
  const service = await startSeededService('sqlite');
  try {
    const headers = { authorization: `Bearer ${service.key}` };
    const cases: string[] = [service.caseId];
    for (let at = 1; at < 20; at += 1) {
      const body = { query: `Which lamp suits desk ${at}?` };
      const made = await service.ask('/api/v2/benchmark-cases', { headers: { cookie: service.cookie }, body });
      cases.push(made.body.case.id);
    }
    const took = async (path: string, body?: unknown): Promise<number> => {
      const began = performance.now();
      const { status } = await service.ask(path, body === undefined ? { headers } : { headers, body });
      if (status !== 200) throw new Error(`${path}: ${status}`);
      return performance.now() - began;
    };
    const times = { status: [] as number[], one: [] as number[], twenty: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.status.push(await took('/api/v1/auth/status'));
      times.one.push(await took('/api/v2/quotes', { caseIds: [service.caseId] }));
      times.twenty.push(await took('/api/v2/quotes', { caseIds: cases }));
    }
    // The first calls compile code that the others use.
    const middle = (all: number[]): number => median(all.slice(rounds / 4));
    const figure = (what: string, all: number[]): Figure => ({
      what,
      unit: 'ms',
      value: middle(all),
      baseline: middle(times.status),
      target: { of: 'value', atMost: 5 },
    });
    return [figure('quote of 1 question', times.one), figure('quote of 20 questions', times.twenty)];
  } finally {
    await service.close();
  }
}

export const quote: Bench = { name: 'quote', run: measureQuote };
