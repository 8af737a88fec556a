import { integer } from '../format/numbers.ts';

/** Formats `Ask 60 questions`, shortened to `Ask 60` on phones. */
export function AskedCount({ count, word = 'Ask' }: { count: number; word?: string }) {
  return (
    <span>
      {word} {integer(count)}
      <span className="max-sm:sr-only"> {count === 1 ? 'question' : 'questions'}</span>
    </span>
  );
}
