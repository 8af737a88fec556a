import { useEffect, useState } from 'react';

/** Returns true if typing enters text, or if a dialog is open. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/**
 * Manages the selected row of a list: `j` and `k` move to the next and previous, Escape deselects. Null: none is
 * selected.
 */
export function useRowKeys(count: number): [number | null, (at: number | null) => void] {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'Escape') setAt(null);
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || count === 0) return;
      setAt((now) => Math.min(count - 1, Math.max(0, now === null ? 0 : now + step)));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [count]);
  useEffect(() => {
    document.querySelector('[data-row][aria-current]')?.scrollIntoView({ block: 'nearest' });
  });
  return [at, setAt];
}
