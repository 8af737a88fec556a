import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { pack, selectText } from '../../src/store/database/packedText.ts';
import { findRawAnswers } from '../../src/store/runs/rawAnswers.ts';
import { onEachDatabase } from '../support/databases.ts';
import { savePlain } from '../support/plainTexts.ts';
import { property } from '../support/property.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';

describe('a packed text', () => {
  property(
    'is read back letter for letter, whatever it is',
    [fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 1, max: 40 })],
    (text, times) => {
      const whole = text.repeat(times);
      const packed = pack(whole);
      expect(selectText(packed === null ? whole : '', packed)).toBe(whole);
    },
  );

  it('is packed only if that makes it shorter', () => {
    expect(pack('{}')).toBeNull();
    const text = JSON.stringify({ urls: Array.from({ length: 20 }, (_, at) => `https://pages.example/guide/${at}`) });
    expect(pack(text)?.length).toBeLessThan(text.length / 3);
  });

  it('in an unknown format is refused, not misread', () => {
    const [, ...rest] = pack('a'.repeat(100)) ?? [];
    expect(() => selectText('', Uint8Array.of(9, ...rest))).toThrow('packed in a way that is not known: 9');
    expect(() => selectText('', Uint8Array.of(1, 255, 255))).toThrow();
  });
});

onEachDatabase('saved texts of an answer', (engine) => {
  const service = useService(engine);
  let key: string;
  let runId: string;
  let websiteId: string;
  const cites = ['https://review.example/the%20best?of=100%25', 'https://forum.example/thread'];

  beforeAll(async () => {
    key = await service.makeKey();
    websiteId = (await service.makeSite({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' })).id;
    const { id: caseId } = await service.makeCase({ websiteId });
    const about = { websiteId, caseId, createdAt: '2026-03-02T10:00:00.000Z' };
    runId = await saveAnswer(service, { ...about, names: ['Acme CRM acme-crm.example', 'Rivalo'], cites });
    await saveAnswer(service, { ...about, names: ['Rivalo', 'Third'] });
  });

  const row = () =>
    service.db
      .selectFrom('run_results')
      .innerJoin('raw_answers', 'raw_answers.run_id', 'run_results.run_id')
      .selectAll()
      .where('run_results.run_id', '=', runId)
      .executeTakeFirstOrThrow();

  /** Reads every form of the texts. */
  async function read() {
    const { workspace_id: workspaceId } = await row();
    const behind = async (filter: { source?: string; page?: string; searched?: string }) => {
      const { items } = await service.call('findAnswers', { websiteId, ...filter }, { key });
      return items.map((answer) => [answer.runId, answer.snippet] as const);
    };
    return {
      run: await service.readRun(key, runId),
      current: await service.call('currentVisibility', { websiteId }, { key }),
      citations: await service.call('topCitations', { websiteId }, { key }),
      ofSource: await behind({ source: 'review.example' }),
      ofPage: await behind({ page: cites[0] ?? '' }),
      ofUnknown: await behind({ source: 'nobody.example' }),
      searched: await behind({ searched: 'steady choice compared' }),
      raw: await findRawAnswers(service.db, workspaceId, [runId]),
    };
  }

  it('are packed on SQLite and plain on PostgreSQL, and read alike if an earlier release saved them', async () => {
    const saved = await row();
    const packed = [saved.packed_raw, saved.packed_result, saved.packed_facts, saved.packed_searches];
    expect(packed.map((bytes) => bytes !== null)).toEqual(Array(4).fill(engine === 'sqlite'));
    expect([saved.raw, saved.result].map((text) => text === '')).toEqual(Array(2).fill(engine === 'sqlite'));
    const before = await read();
    expect(before.run.result?.mentions[0]?.name).toBe('Acme CRM');
    expect(before.ofSource).toHaveLength(1);
    expect(before.ofPage).toEqual(before.ofSource);
    expect(before.ofUnknown).toEqual([]);
    expect(before.searched.map(([id]) => id)).toContain(runId);
    expect(before.raw.get(runId)).toMatchObject({ id: 'resp_saved' });
    await savePlain(service.db);
    expect((await row()).result).toContain('Acme CRM');
    await service.restart();
    expect(await read()).toEqual(before);
  });
});
