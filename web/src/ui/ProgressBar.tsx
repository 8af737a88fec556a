type Props = { label: string; done: number; of: number; className?: string };

/** Bar of a completed share. Drawn here because a browser's own bar shows zero as a grey part. */
export function ProgressBar({ label, done, of, className = '' }: Props) {
  const part = of === 0 ? 1 : done / of;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
      className={`block h-2 overflow-hidden rounded-full bg-line forced-colors:border ${className}`}
    >
      <span className="block h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${100 * part}%` }} />
    </span>
  );
}
