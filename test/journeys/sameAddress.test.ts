import { expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { useService } from '../support/service.ts';

onEachDatabase('a website whose address is saved already', (engine) => {
  const service = useService(engine);

  const add = (input: { url: string; name?: string; again?: boolean }) => service.reply('createSite', input);
  const saved = async () => (await service.call('listSites', {})).sites;

  it('is refused with its id, whatever leads to the same page', async () => {
    const { site } = (await add({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' })).body;
    for (const url of ['https://www.acme-crm.example/', 'http://acme-crm.example', 'acme-crm.example/?from=mail']) {
      const refused = await add({ url, name: 'Another name' });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'already_exists']);
      expect(refused.body.error.details).toEqual({ field: 'url', siteId: site.id });
    }
    expect(await saved()).toHaveLength(1);
  });

  it('is another website on another path, and is saved again only on request', async () => {
    expect((await add({ url: 'https://www.acme-crm.example/shop' })).status).toBe(201);
    expect((await add({ url: 'https://www.acme-crm.example/', again: true })).status).toBe(201);
    expect(await saved()).toHaveLength(3);
  });

  it('is saved once by two concurrent requests', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => add({ url: 'https://twice.example/', name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('can be added again once the other is archived', async () => {
    const { site } = (await add({ url: 'https://gone.example/' })).body;
    await service.call('archiveSite', { id: site.id });
    expect((await add({ url: 'https://gone.example/' })).status).toBe(201);
  });
});
