import type { Call } from '../../client/send.ts';

/** In this order changes are made; what a later one needs was made by an earlier one. */
export const stages = ['websites', 'names', 'questions', 'tags', 'plans', 'alerts'] as const;

/** One difference between a file and a workspace, in words, and how it is made. */
export type Change = {
  stage: (typeof stages)[number];
  lines: string[];
  /** Only for changes of the stage that is next: earlier ones make the records that it names. */
  make(call: Call): Promise<unknown>;
};

/** `+ a, b − c`; empty if nothing differs. */
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
