import { countWithNoun, integer } from '../format/numbers.ts';

/** Formats `Ask 60 questions`, shortened to `Ask 60` on phones. */
export function AskedCount({ count, isAsking = false }: { count: number; isAsking?: boolean }) {
  const words = (what: string) => (isAsking ? `Asking ${what}` : `Ask ${what}`);
  return (
    <>
      <span className="max-sm:sr-only">{words(countWithNoun(count, 'question'))}</span>
      <span aria-hidden="true" className="sm:hidden">
        {words(integer(count))}
      </span>
    </>
  );
}
