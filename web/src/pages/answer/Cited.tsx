import { shownUrl } from '../../ui/Outbound.tsx';
import type { Span } from './citationSpans.ts';

/** Shows text for which a page is cited and, at its end, a link to the list of sources. */
export function Cited({ span: { number, citation }, words, isEnd }: { span: Span; words: string; isEnd: boolean }) {
  return (
    <span className="rounded-[3px] bg-accent-wash" title={citation.title ?? shownUrl(citation.url)}>
      {words}
      {isEnd && (
        <a
          href={`#source-${number}`}
          className="link -my-1 inline-flex h-6 min-w-6 items-center justify-center pb-1.5 align-middle font-medium text-[0.6875rem]"
          aria-label={`Source ${number}`}
        >
          {number}
        </a>
      )}
    </span>
  );
}
