import { Link } from '@tanstack/react-router';
import type { KeywordResult, ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import { identityBases } from '../../format/bases.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Outbound, shownUrl } from '../../ui/Outbound.tsx';
import { numbersOf } from './citationSpans.ts';

/** Lists the names in the order of recommendation. Each opens its reason, the proof of its domain, and its pages. */
export function Recommended({ result, listing }: { result: KeywordResult; listing: ListedAnswer }) {
  const numbers = numbersOf(result.citations);
  if (result.mentions.length === 0) return <p className="text-soft">This answer recommends no name.</p>;
  return (
    <ol className="divide-y divide-line">
      {result.mentions.map((mention, index) => {
        const entry = listing.mentions[index];
        return (
          <li
            key={`${index + 1} ${mention.name}`}
            data-row
            className={`py-1 ${entry?.own === true ? 'rounded-box bg-accent-wash' : ''}`}
          >
            <Disclosure
              summary={
                <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-2">
                  <span className={entry?.own === true ? 'font-semibold text-accent' : ''}>{index + 1}</span>
                  <bdi className="font-medium text-body text-ink">{mention.name}</bdi>
                  {entry?.own === true && <span className="font-medium text-accent">you</span>}
                  <bdi>{entry?.domain ?? 'Domain unknown'}</bdi>
                </span>
              }
              className="text-small"
            >
              <div className="min-w-0 pl-4">
                {mention.reason !== '' && (
                  <p className="measure text-soft">
                    <bdi>{mention.reason}</bdi>
                  </p>
                )}
                <p className="text-small leading-6 text-soft">
                  {identityBases[entry?.basis ?? 'unknown']}
                  {(entry?.otherAnswers ?? []).slice(0, 3).map((id, at) => (
                    <span key={id}>
                      {at === 0 ? ': ' : ', '}
                      <Link to="/answers/$runId" params={{ runId: id }} className="link">
                        answer {at + 1}
                      </Link>
                    </span>
                  ))}
                </p>
                {mention.citationUrls.length > 0 && (
                  <ul aria-label={`Pages cited for ${mention.name}`} className="text-small leading-7 text-soft">
                    {mention.citationUrls.map((url) => (
                      <li key={url}>
                        {numbers.has(url) && <span className="mr-1.5">{numbers.get(url)}</span>}
                        <Outbound url={url}>{shownUrl(url)}</Outbound>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </Disclosure>
          </li>
        );
      })}
    </ol>
  );
}
