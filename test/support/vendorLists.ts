import { askAt } from './service.ts';

const dayMs = 86_400_000;

/**
 * Reads the charges of a task vendor's work from its lists, in micro-dollars, by our tag.
 * @param url of the simulator of the vendor
 * @param now time of its clock, in milliseconds since the epoch
 */
export async function vendorLists(url: string, now: number, since = now - dayMs): Promise<Map<string, number>> {
  const time = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
  const asked = {
    datetime_from: time(since),
    datetime_to: time(now - 1_000),
    limit: 1000,
    include_metadata: true,
  };
  const billed = new Map<string, number>();
  for (const family of ['serp', 'ai_optimization']) {
    const listed = await askAt(url, `/v3/${family}/id_list`, {
      body: [asked],
      headers: { authorization: 'Basic c2VvOnNlbw==' },
    });
    for (const { cost, metadata } of (listed.body as any).tasks[0].result) {
      billed.set(metadata.tag, (billed.get(metadata.tag) ?? 0) + Math.round(Number(cost) * 1e6));
    }
  }
  return billed;
}
