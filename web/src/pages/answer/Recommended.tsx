import { Link } from '@tanstack/react-router';
import type { KeywordResult, ListedAnswer } from '../../../../src/contract/wireTypes.ts';
import { identityBases } from '../../format/bases.ts';
import { Outbound, shownUrl } from '../../ui/Outbound.tsx';
import { numbersOf } from './citationSpans.ts';

/** The names in the order the answer recommends them, each with its reason, its domain and what proves it. */
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
            className={`grid grid-cols-[2rem_1fr] gap-2 py-3 ${entry?.own === true ? 'rounded-box bg-accent-wash px-2' : ''}`}
          >
            <span className={`text-title ${entry?.own === true ? 'font-semibold text-accent' : 'text-soft'}`}>
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium">
                <bdi>{mention.name}</bdi>
                {entry?.own === true && <span className="ml-2 font-medium text-accent text-small">you</span>}
              </p>
              {mention.reason !== '' && (
                <p className="measure text-soft">
                  <bdi>{mention.reason}</bdi>
                </p>
              )}
              <p className="text-small text-soft">
                <bdi>{entry?.domain ?? 'Domain unknown'}</bdi>, {identityBases[entry?.basis ?? 'unknown']}
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
                <ul aria-label={`Pages cited for ${mention.name}`} className="text-small text-soft">
                  {mention.citationUrls.map((url) => (
                    <li key={url}>
                      {numbers.has(url) && <span className="mr-1.5">{numbers.get(url)}</span>}
                      <Outbound url={url}>{shownUrl(url)}</Outbound>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
