import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { startTestService, type TestService } from '../support/service.ts';

onEachDatabase('notes of a website', (engine) => {
  let service: TestService;
  let key: string;
  let websiteId: string;

  beforeAll(async () => {
    service = await startTestService(engine);
    key = await service.makeKey(['manage']);
    websiteId = (await service.makeSite()).id;
  });
  afterAll(() => service.close());

  const at = () => `/api/v2/sites/${websiteId}/notes`;
  const add = (body: unknown, asked = key) => service.ask(at(), { method: 'POST', key: asked, body });
  const listed = async (more = ''): Promise<any> => (await service.ask(`${at()}${more}`, { key })).body;

  it('stand in the order of their days, page by page, with who wrote them', async () => {
    expect(await listed()).toMatchObject({ items: [] });
    for (const [date, text] of [
      ['2026-03-09', 'Rewrote the pricing page'],
      ['2026-02-01', 'New home page'],
      ['2026-03-09', 'Asked for reviews'],
    ]) {
      expect((await add({ date, text })).status).toBe(201);
    }
    const first = await listed('?limit=1');
    expect(first.items).toMatchObject([{ date: '2026-02-01', text: 'New home page' }]);
    expect(first.items[0].saidBy).toMatch(/@/);
    const others = await listed(`?limit=5&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(others.items.map(({ text }: { text: string }) => text).sort()).toEqual([
      'Asked for reviews',
      'Rewrote the pricing page',
    ]);
    expect(others.nextCursor).toBeNull();
  });

  it('are taken away once, and only there', async () => {
    const { items } = await listed();
    const path = `${at()}/${items[0].id}`;
    expect((await service.ask(path, { method: 'DELETE', key })).status).toBe(204);
    expect((await service.ask(path, { method: 'DELETE', key })).status).toBe(404);
    expect((await listed()).items).toHaveLength(2);
  });

  it('are no days and no texts that are none, and nobody else’s', async () => {
    for (const body of [
      { date: '2026-02-30', text: 'No such day' },
      { date: '2026-02-03', text: ' ' },
      { date: '2026-02-03', text: 'x'.repeat(201) },
      { date: '2026-02-03' },
    ]) {
      expect([body, (await add(body)).status]).toEqual([body, 400]);
    }
    const { secret: stranger } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    expect((await add({ date: '2026-02-03', text: 'Not mine' }, stranger)).status).toBe(404);
    expect((await service.ask(at(), { key: stranger })).status).toBe(404);
    expect((await listed()).items).toHaveLength(2);
  });
});
