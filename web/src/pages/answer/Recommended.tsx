import type { KeywordResult, ListedAnswer } from '../../../../src/api/wireTypes.ts';
import { Outbound, shownUrl } from '../../ui/Outbound.tsx';
import { numbersOf } from './AnswerText.tsx';

const bases: Record<string, string> = {
  explicit_url: 'by the link the answer gives',
  owner_alias: 'by your registered name',
  owner_prefix: 'by your registered page',
  owner_word: 'by your word that this name is another company',
  source_home: 'by a source of that name',
  unknown: 'no proof ties this name to a domain',
};

/** The names in the order the answer recommends them, each with its reason, its domain and what proves it. */
export function Recommended({ result, listing }: { result: KeywordResult; listing: ListedAnswer }) {
  const numbers = numbersOf(result.citations);
  if (result.mentions.length === 0) return <p className="text-soft">This answer recommends no name.</p>;
  return (
    <ol className="divide-y divide-line">
      {result.mentions.map((mention, index) => {
        const known = listing.mentions[index];
        return (
          <li
            key={`${index + 1} ${mention.name}`}
            className={`grid grid-cols-[2rem_1fr] gap-2 py-3 ${known?.own === true ? 'rounded-box bg-accent-wash px-2' : ''}`}
          >
            <span className={`text-title ${known?.own === true ? 'font-semibold text-accent' : 'text-soft'}`}>
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium">
                {mention.name}
                {known?.own === true && <span className="ml-2 font-medium text-accent text-small">you</span>}
              </p>
              {mention.reason !== '' && <p className="measure text-soft">{mention.reason}</p>}
              <p className="text-small text-soft">
                {known?.domain ?? 'Domain unknown'}, {bases[known?.basis ?? 'unknown']}
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
