import { describe, expect, it } from 'vitest';
import { proposeQuestions } from '../../web/src/pages/start/questionTemplates.ts';

describe('proposed questions', () => {
  it('are 24 in four groups, all different, about the category', () => {
    const groups = proposeQuestions(' invoicing tool ');
    const questions = groups.flatMap((group) => group.questions);
    expect(groups.map(({ group }) => group)).toEqual(['Category', 'Use', 'Comparison', 'Price']);
    expect(new Set(questions).size).toBe(24);
    for (const question of questions) expect(question).toMatch(/\binvoicing tool\b.*\?$/);
  });

  it('use a category as written, and none without one', () => {
    expect(proposeQuestions('$& tool')[0]?.questions[0]).toBe('What is the best $& tool?');
    expect(proposeQuestions('  ')).toEqual([]);
  });
});
