import { CopyButton } from '../../ui/CopyButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';

/** Shows text to copy completely: a call, or a configuration. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure data-datum className="overflow-hidden rounded-box border border-line">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b bg-sunken px-3 py-1.5 text-small">
        {label}
        <CopyButton text={text} kind="quiet" />
      </figcaption>
      <Scroller label={label}>
        <pre className="p-4 font-mono text-small">{text}</pre>
      </Scroller>
    </figure>
  );
}
