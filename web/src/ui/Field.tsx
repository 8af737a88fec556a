import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { Sentence } from './Foreign.tsx';

type Shared = { label: string; hint?: ReactNode; error?: string | null | undefined };

function Frame({ label, hint, error, id, children }: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-medium">
        <Sentence text={label} />
      </label>
      {children}
      {hint !== undefined && error == null && (
        <p id={`${id}-note`} className="text-small text-soft">
          {hint}
        </p>
      )}
      {error != null && (
        <p id={`${id}-note`} className="text-small text-danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type InputProps = Shared & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

export function Field({ label, hint, error, className = '', ...input }: InputProps) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={id}>
      <input
        {...input}
        id={id}
        aria-invalid={error != null || undefined}
        aria-describedby={hint !== undefined || error != null ? `${id}-note` : undefined}
        className={`field ${className}`}
      />
    </Frame>
  );
}

type AreaProps = Shared & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

export function Area({ label, hint, error, className = '', ...area }: AreaProps) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={id}>
      <textarea
        {...area}
        id={id}
        aria-invalid={error != null || undefined}
        aria-describedby={hint !== undefined || error != null ? `${id}-note` : undefined}
        className={`field h-auto py-2 leading-6 ${className}`}
      />
    </Frame>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  hideLabel?: boolean;
  /** Gets shorter where the bar has no room for all of its filters. */
  shrinks?: boolean;
  title?: string;
};

export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel = false,
  shrinks = false,
  title,
}: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className={hideLabel ? 'contents' : 'grid min-w-0 max-w-full grid-cols-1 gap-1.5'}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-small font-medium'}>
        <Sentence text={label} />
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        title={title}
        className={
          hideLabel ? `filter ${shrinks ? 'min-w-16' : 'shrink-0'}` : 'field h-9 w-auto max-w-full truncate pr-7'
        }
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
