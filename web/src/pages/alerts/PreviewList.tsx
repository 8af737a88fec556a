import type { AlertPreview } from '../../api/alertQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { pathOf, rulePowerText } from './alertWords.ts';

const maxShown = 20;

/** Alerts that a rule would have sent in the last ninety days, and the smallest change it can detect. */
export function PreviewList({ preview, withPower = true }: { preview: AlertPreview; withPower?: boolean }) {
  const { items, looks, note, power } = preview;
  const over = looks === null ? '' : `, in ${countWithNoun(looks, 'look')}`;
  return (
    <div className="grid gap-2">
      <p className="font-medium">
        {looks === 0
          ? 'No period with answers has ended yet, so there is nothing to preview.'
          : items.length === 0
            ? `In the last ninety days it would have sent no alerts${over}.`
            : `In the last ninety days it would have sent ${countWithNoun(items.length, 'alert')}${over}.`}
      </p>
      {withPower && power !== null && <p className="measure text-small text-soft">{rulePowerText(power)}</p>}
      {items.length > 0 && (
        <ol className="grid gap-1.5">
          {items.slice(0, maxShown).map(({ at, title, text, url, kind }) => (
            <li key={`${at} ${kind} ${title}`} className="text-small">
              <Time iso={at} />{' '}
              <a href={pathOf(url)} className="link">
                <bdi>{title}</bdi>
              </a>
              <bdi className="block text-soft">{text}</bdi>
            </li>
          ))}
        </ol>
      )}
      {items.length > maxShown && (
        <p className="text-small text-soft">And {countWithNoun(items.length - maxShown, 'earlier one')}.</p>
      )}
      {note !== null && <p className="text-small text-soft">{note}</p>}
    </div>
  );
}
