import { useSyncExternalStore } from 'react';
import type { Ask } from '../api/askQueries.ts';

const name = 'sightline.asks.done';
const maxKept = 50;
const listeners = new Set<() => void>();

export const nameOfAsk = ({ planId, round }: Ask): string => `${planId}:${round.number}`;

function read(): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the finished batches that this browser has dismissed, in every tab. */
export function useDismissed(): ReadonlySet<string> {
  return new Set(useSyncExternalStore(subscribe, read).split(' '));
}

/** Dismisses a batch, in every tab. */
export function dismiss(batch: string): void {
  try {
    const keptItems = [batch, ...read().split(' ')].slice(0, maxKept);
    localStorage.setItem(name, keptItems.join(' '));
  } catch {
    // Storage may be refused; the notice then disappears within the hour.
  }
  for (const listener of listeners) listener();
}
