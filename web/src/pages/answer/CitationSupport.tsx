import type { CitationSupport } from '../../api/sourceQueries.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';

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

/** Shows the outcome of the page, and verdicts on the wording of the sentences that cite it. */
export function SupportOfPage({ citations }: { citations: readonly CitationSupport[] }) {
  const page = citations[0]?.page ?? null;
  if (page === null) return null;
  if (page.outcome !== 'read') {
    return (
      <span className="block text-small text-soft">Page {outcomeNames[page.outcome]}, so nothing was compared.</span>
    );
  }
  return citations.map(({ sentence, judgement }) =>
    judgement === null || sentence === null ? null : (
      <Disclosure key={sentence.start} summary={verdictNames[judgement.verdict]} className="text-small text-soft">
        <q>{sentence.text}</q>
        {judgement.fragment === 'fragment_gone' && ' The linked text is gone.'}
        {judgement.excerpt !== null && judgement.verdict !== 'not_found' && (
          <bdi className="block border-line border-l-2 pl-2">{judgement.excerpt}</bdi>
        )}
      </Disclosure>
    ),
  );
}
