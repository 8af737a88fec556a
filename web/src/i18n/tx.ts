import { createElement, Fragment, type ReactNode } from 'react';
import { lookup } from './t.ts';

/** Translates a text that holds elements: `{0}` is the place of the first value. The build writes the calls. */
export function tx(message: string, ...values: readonly ReactNode[]): ReactNode {
  const parts = lookup(message)
    .split(/\{(\d+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : values[Number(part)]));
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  if (!isPlain) return createElement(Fragment, null, ...parts);
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join('');
}
