import type { Call } from '../../client/send.ts';

/** Stages in order: an earlier one creates what a later one needs. */
export const stages = ['websites', 'names', 'questions', 'tags', 'plans', 'alerts'] as const;

/** Difference between a file and a workspace, with its description and the call that removes it. */
export type Change = {
  stage: (typeof stages)[number];
  lines: string[];
  /** Asks the server whether it would accept the change, without making it. @throws SightlineError */
  check?(call: Call): Promise<void>;
  /** Makes the change. Called only in its stage, when the records that it needs exist. */
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
