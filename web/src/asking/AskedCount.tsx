import { integer } from '../format/numbers.ts';

/** `Ask 60 questions`, of which a phone shows `Ask 60`. */
export function AskedCount({ count, word = 'Ask' }: { count: number; word?: string }) {
  return (
    <span>
      {word} {integer(count)}
      <span className="max-sm:sr-only"> {count === 1 ? 'question' : 'questions'}</span>
    </span>
  );
}
