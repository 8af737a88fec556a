import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { proposeQuestions } from './questionTemplates.ts';

/** A category in a word or two, and the questions that templates make of it: they can be edited before they are saved. */
export function ProposedQuestions({ onPropose }: { onPropose(questions: readonly string[]): void }) {
  const [category, setCategory] = useState('');
  const propose = () => onPropose(proposeQuestions(category).flatMap(({ questions }) => questions));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        aria-label="Category"
        value={category}
        onChange={(event) => setCategory(event.target.value)}
        placeholder="invoicing tool"
        maxLength={60}
        className="field w-56 max-w-full"
      />
      <Button disabled={category.trim() === ''} onClick={propose}>
        Add 24 questions
      </Button>
    </div>
  );
}
