import { describe, expect, it } from 'vitest';
import { readAndCited } from '../../../src/domain/crawlers/readAndCited.ts';
import { searchBotOf } from '../../../src/domain/runs/engineLabels.ts';

const on = (day: number): string => `2026-10-${String(day).padStart(2, '0')}T09:00:00.000Z`;
const times = (days: Record<string, number>): Map<string, string> =>
  new Map(Object.entries(days).map(([page, day]) => [page, on(day)]));

describe('pages that were crawled and cited', () => {
  it('have median and quartiles from five pages on that were crawled first', () => {
    const reads = { '/a': 1, '/b': 1, '/c': 1, '/d': 1, '/e': 1, '/late': 20, '/unread': 3 };
    const { '/unread': _unread, ...read } = reads;
    const found = readAndCited(
      times(read),
      times({ '/a': 2, '/b': 3, '/c': 5, '/d': 9, '/e': 11, '/late': 4, '/unread': 3 }),
    );
    expect(found).toMatchObject({ pairs: 5, medianDays: 4, quartileDays: { lower: 1.5, upper: 9 }, citedNeverRead: 1 });
    expect(found.rows.find(({ page }) => page === '/late')?.days).toBe(-16);
  });

  it('have no median below five pages', () => {
    const found = readAndCited(times({ '/a': 1, '/x': 1 }), times({ '/a': 2 }));
    expect(found).toMatchObject({ pairs: 1, medianDays: null, quartileDays: null, readNeverCited: 1 });
  });

  it('are never attributed to Googlebot for Google’s AI answers', () => {
    expect(['google-ai-overview', 'google-ai-mode', 'gemini-web', 'constructor'].map(searchBotOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(searchBotOf('chatgpt-web')).toBe('OAI-SearchBot');
  });
});
