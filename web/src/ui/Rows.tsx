import type { ReactNode } from 'react';

const line = 'flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 py-0.5';

type Props = { name: ReactNode; state?: ReactNode };

function Cells({ name, state }: Props) {
  return (
    <>
      <div className="min-w-0 flex-1 font-medium text-small wrap-anywhere @lg:w-64 @lg:flex-none">{name}</div>
      {state !== undefined && (
        <div className="min-w-0 flex-1 text-small text-soft wrap-anywhere @max-lg:order-last @max-lg:basis-full">
          {state}
        </div>
      )}
    </>
  );
}

/** Rows of settings, separated by lines. A state moves below its name where the list, not the window, is narrow. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="@container divide-y divide-line border-line border-y">{children}</ul>;
}

/** One setting in a row of 36 pixels: its name, its state, and its controls at the end. */
export function Row({ name, state, children }: Props & { children?: ReactNode }) {
  return (
    <li data-row className={line}>
      <Cells name={name} state={state} />
      {children}
    </li>
  );
}

/** A row that opens the form for its setting. */
export function FormRow({ name, state, act, children }: Props & { act: string; children: ReactNode }) {
  return (
    <li data-row>
      <details className="group">
        <summary className={`${line} cursor-pointer list-none rounded-small hover:bg-sunken`}>
          <Cells name={<h3>{name}</h3>} state={state} />
          <span className="text-accent text-small group-open:invisible">{act}</span>
        </summary>
        <div className="pt-2 pb-5 @lg:ml-68">{children}</div>
      </details>
    </li>
  );
}
