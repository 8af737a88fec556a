import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { isTagged, readTags } from './tagText.ts';

type Props = { siteId: string; value: string; onChange(value: string): void; error: string | null; label?: string };

/** Field for tags as text, with suggestions from existing ones. */
export function TagField({ siteId, value, onChange, error, label = 'Tags' }: Props) {
  const knownItems = useQuery(tagsQuery(siteId)).data ?? [];
  const typed = readTags(value);
  const offered = knownItems.filter(({ tag }) => !isTagged(typed, tag)).slice(0, 8);
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        hint="Topic, persona, market, funnel: comma-separated."
        autoComplete="off"
      />
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {offered.map(({ tag }) => (
            <Button key={tag} small onClick={() => onChange([...typed, tag].join(', '))}>
              <bdi>{tag}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
