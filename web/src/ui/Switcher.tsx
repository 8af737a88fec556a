import { useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { OptionList, type SwitcherOption } from './OptionList.tsx';

type Props = {
  /** Label of the switcher: `Website`. */
  label: string;
  /** Text of the closed switcher. */
  shown: string;
  value: string | null;
  options: readonly SwitcherOption[];
  /** Options at the bottom, whatever is searched for. */
  acts?: readonly SwitcherOption[];
  choose(id: string): void;
};

/** Shows a button that opens a searchable list of options. */
export function Switcher({ label, shown, value, options, acts = [], choose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && whole.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={whole} className="relative min-w-0">
      <button
        ref={button}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={`${label}: ${shown}`}
        onClick={() => (isOpen ? close() : setOpen(true))}
        className="field flex h-8 w-auto max-w-56 items-center gap-1.5 px-2.5 py-0 text-small max-sm:max-w-[min(9.5rem,100%)]"
      >
        <bdi className="truncate">{shown}</bdi>
        <Icon name="chevron" className="size-3.5 rotate-90 text-soft" />
      </button>
      {isOpen && (
        <div className="absolute top-full left-0 z-30 mt-1 w-72 max-sm:fixed max-sm:inset-x-2 max-sm:top-auto max-sm:w-auto rounded-box border border-line bg-raised p-1.5 shadow-2xl">
          <OptionList
            label={label}
            value={value}
            options={options}
            acts={acts}
            choose={(choice) => {
              close();
              if (choice !== value) choose(choice);
            }}
            close={close}
          />
        </div>
      )}
    </div>
  );
}
