import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { ForMembers } from './ForMembers.tsx';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Kind, string> = {
  primary: 'bg-accent text-accent-ink border-accent font-medium hover:brightness-110',
  plain: 'bg-raised text-ink border-edge hover:bg-sunken',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-raised text-danger border-danger hover:bg-danger-wash font-medium',
};

export const buttonLook = (kind: Kind = 'plain', small = false): string =>
  `inline-flex items-center justify-center gap-2 rounded-small border select-none transition-[background-color,filter] disabled:opacity-55 disabled:hover:brightness-100 ${small ? 'min-h-8 px-2.5 py-0.5 text-small' : 'min-h-9 px-3.5 py-1 text-body'} ${looks[kind]}`;

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  kind?: Kind;
  small?: boolean;
  submit?: boolean;
  busy?: boolean;
  /** True if it spends or changes something; viewers do not see it. */
  forMembers?: boolean;
  children: ReactNode;
};

/** Shows a button whose label states the consequence. While `busy` it keeps its width and focus but does nothing. */
export function Button({ forMembers = false, ...rest }: Props) {
  if (!forMembers) return <PlainButton {...rest} />;
  return (
    <ForMembers>
      <PlainButton {...rest} />
    </ForMembers>
  );
}

function PlainButton({
  kind = 'plain',
  small = false,
  submit = false,
  busy = false,
  children,
  className = '',
  ...rest
}: Omit<Props, 'forMembers'>) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={`${buttonLook(kind, small)} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 animate-spin">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2" />
      <path d="M14 8a6 6 0 0 0-6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
