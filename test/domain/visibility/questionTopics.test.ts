import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupTopics } from '../../../src/domain/visibility/comparison/questionTopics.ts';

const asked = (...texts: string[]) => texts.map((question, index) => ({ caseId: `case_${index}`, question }));
const groupsOf = (topics: ReadonlyMap<string, string>) =>
  Object.values(Object.groupBy([...topics.keys()], (id) => topics.get(id) ?? ''));

const panel = asked(
  'Which CRM suits an agency?',
  'Which CRM suits an agency best?',
  'CRM that suits an agency',
  'What is the best running shoe for beginners?',
  'Best running shoe for beginners',
  'Which accounting software do bakeries use?',
  'How do I choose a dentist?',
);

describe('topics of questions', () => {
  it('join wordings of one question, and separate different questions', () => {
    expect(groupsOf(groupTopics(panel, {}))).toEqual([
      ['case_0', 'case_1', 'case_2'],
      ['case_3', 'case_4'],
      ['case_5'],
      ['case_6'],
    ]);
  });

  it('do not join questions by words that most of them share', () => {
    const questions = asked(
      'Which CRM is best for dentists?',
      'Which CRM is best for bakeries?',
      'Which CRM is best for lawyers?',
      'Which CRM is best for schools?',
    );
    expect(groupsOf(groupTopics(questions, {}))).toHaveLength(4);
  });

  it('follow the declared ones first', () => {
    const topics = groupTopics(panel, { case_0: 'crm', case_5: 'crm', case_3: 'shoes' });
    expect(groupsOf(topics)).toContainEqual(['case_0', 'case_5']);
    expect(groupsOf(topics)).toContainEqual(['case_3']);
    expect(groupsOf(topics)).toContainEqual(['case_1', 'case_2']);
  });

  it('are the single questions in v1', () => {
    expect(groupsOf(groupTopics(panel, null))).toHaveLength(panel.length);
  });

  it('fold case, width, accents and punctuation, in scripts without spaces too', () => {
    const questions = asked(
      '最好的跑鞋是什么？',
      '最好的跑鞋是什麼',
      'Quel café choisir ?',
      'QUEL CAFE CHOISIR',
      'Something else',
    );
    expect(groupsOf(groupTopics(questions, {}))).toEqual([['case_0', 'case_1'], ['case_2', 'case_3'], ['case_4']]);
  });

  it('do not depend on the order of the questions', () => {
    const words = fc.array(fc.constantFrom('best', 'crm', 'agency', 'shoe', 'running', 'cheap', 'bank'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (texts) => {
        const questions = asked(...texts.map((text) => text.join(' ')));
        const sorted = (topics: ReadonlyMap<string, string>) => [...topics].sort();
        expect(sorted(groupTopics(questions.toReversed(), {}))).toEqual(sorted(groupTopics(questions, {})));
      }),
    );
  });
});
