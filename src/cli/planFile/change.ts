import type { Call } from '../../client/send.ts';

/** Order of the changes: an earlier one creates what a later one needs. */
export const stages = ['websites', 'names', 'questions', 'tags', 'plans', 'alerts'] as const;

/** One difference between a file and a workspace, in words, and how to make the change. */
export type Change = {
  stage: (typeof stages)[number];
  lines: string[];
  /** Makes the change, only in its stage: earlier stages create the records that it needs. */
  make(call: Call): Promise<unknown>;
};

/** Formats `+ a, b − c`; empty if nothing differs. */
export function listChange(targets: readonly string[], saved: readonly string[]): string {
  const [added, removed] = [
    targets.filter((one) => !saved.includes(one)),
    saved.filter((one) => !targets.includes(one)),
  ];
  return [
    ...(added.length === 0 ? [] : [`+ ${added.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`− ${removed.join(', ')}`]),
  ].join('  ');
}
