import type { AlertPreview } from '../../api/alertQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { rulePowerText } from './alertWords.ts';
import { FactList } from './FactList.tsx';

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
      <FactList facts={items} />
      {note !== null && <p className="text-small text-soft">{note}</p>}
    </div>
  );
}
