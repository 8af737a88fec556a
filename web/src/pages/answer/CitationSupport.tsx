import type { CitationSupport } from '../../api/sourceQueries.ts';

const outcomeNames: Record<NonNullable<CitationSupport['page']>['outcome'], string> = {
  read: 'read',
  robots_disallowed: 'blocked by robots.txt',
  blocked: 'blocked',
  paywalled: 'paywalled',
  not_found: 'not found',
  soft_404: 'not found',
  moved_away: 'moved away',
  not_html: 'not HTML',
  too_large: 'too large',
  timeout: 'timed out',
  unreachable: 'unreachable',
  refused_address: 'refused address',
};

const verdictNames: Record<NonNullable<CitationSupport['judgement']>['verdict'], string> = {
  quoted: 'These words are on the page',
  close_wording: 'Close to the words of the page',
  partly: 'Some of these words are on the page',
  little: 'Few of these words are on the page',
  not_found: 'These words are not on the page',
  not_judged: 'Not compared',
};

/** Outcome of the page and the wording verdicts of the sentences that cite it. Wording only. */
export function SupportOfPage({ citations }: { citations: readonly CitationSupport[] }) {
  const page = citations[0]?.page ?? null;
  if (page === null) return null;
  return (
    <div className="mt-1 grid gap-1 text-small text-soft">
      {page.outcome !== 'read' && <span>Page {outcomeNames[page.outcome]}, so nothing was compared.</span>}
      {page.outcome === 'read' &&
        citations.map(({ sentence, judgement }) =>
          judgement === null || sentence === null ? null : (
            <span key={sentence.start}>
              {verdictNames[judgement.verdict]}: <q>{sentence.text}</q>
              {judgement.fragment === 'fragment_gone' && ' The linked text is gone.'}
              {judgement.excerpt !== null && judgement.verdict !== 'not_found' && (
                <bdi className="block border-line border-l-2 pl-2">{judgement.excerpt}</bdi>
              )}
            </span>
          ),
        )}
    </div>
  );
}
