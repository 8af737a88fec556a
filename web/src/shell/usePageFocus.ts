import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Focuses the heading after each navigation, where a reader, or a screen reader, begins. */
export function usePageFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isMove = before.current !== undefined && path !== before.current;
    before.current = path;
    if (!isMove) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [path]);
}
