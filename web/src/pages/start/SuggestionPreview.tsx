import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Shows suggestions, each accepted with one click, which removes it from the list. */
export function SuggestionPreview({
  title,
  items,
  onTake,
}: {
  title: string;
  items: readonly string[];
  onTake(item: string): void;
}) {
  if (items.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-small text-soft">{title}</p>
      <ul className="flex flex-wrap gap-2">
        {items.map((item) => (
          <li key={item}>
            <Button small onClick={() => onTake(item)} className="text-left">
              <Icon name="plus" />
              <bdi>{item}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
