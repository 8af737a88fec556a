import type { ReactNode } from 'react';
import type { CheckResult } from '../../../../src/contract/wireTypes.ts';

export type Outcome = CheckResult['outcome'] | 'unmeasured';

export const outcomeWords: Record<Outcome, string> = {
  pass: 'passes',
  warn: 'warns',
  fail: 'fails',
  not_applicable: 'does not apply',
  unmeasured: 'not measured',
};

const tones: Record<Outcome, string> = {
  pass: 'text-accent',
  warn: 'text-caution',
  fail: 'text-danger',
  not_applicable: 'text-soft',
  unmeasured: 'text-soft',
};

const shapes: Record<Outcome, ReactNode> = {
  pass: (
    <path
      d="M4 8.3l2.8 2.8L12 5.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  warn: <path d="M8 3.2l5.2 9.3H2.800z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />,
  fail: <rect x="3.5" y="3.5" width="9" height="9" rx="1.5" fill="currentColor" />,
  not_applicable: <path d="M4.5 8h7" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
  unmeasured: (
    <circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2" />
  ),
};

/** Draws the shape of an outcome; its colour only repeats the meaning. */
export function OutcomeShape({ of }: { of: Outcome }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={`size-4 shrink-0 ${tones[of]}`}>
      {shapes[of]}
    </svg>
  );
}

export function OutcomeWord({ of }: { of: Outcome }) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${tones[of]}`}>
      <OutcomeShape of={of} />
      <span className="max-sm:sr-only">{outcomeWords[of]}</span>
    </span>
  );
}

export const categoryNames: Record<CheckResult['category'], string> = {
  access: 'Access',
  discovery: 'Discovery',
  rendering: 'Rendering',
  index: 'Indexing',
  content: 'Content',
  schema: 'Structured data',
  policy: 'Policy',
  agent: 'Agents',
};

export const reasonWords: Record<string, string> = {
  no_renderer: 'no browser renders pages on this server',
  render_failed: 'the browser showed no text',
  not_authorised: 'needs your permission',
  page_missing: 'the page it checks does not exist',
  not_captured: 'the page it checks was not captured',
  low_coverage: 'too few pages were captured',
  too_few_samples: 'too few samples',
  language_unsure: 'the language could not be determined',
};

/**
 * Returns the category of a check without a verdict, which has only an id: its first part names the category, in two
 * cases by another word.
 */
export function categoryOf(id: string): string {
  const [first = ''] = id.split('.');
  return first === 'render' ? 'rendering' : first === 'social' ? 'schema' : first;
}

type Part = 'todo' | 'passed' | 'inapplicable' | 'unmeasured';

/** Checks by outcome. The work list says what to do about them. */
export const outcomeParts: readonly { id: Part; name: string; outcomes: readonly CheckResult['outcome'][] }[] = [
  { id: 'todo', name: 'Not passed', outcomes: ['fail', 'warn'] },
  { id: 'passed', name: 'Passed', outcomes: ['pass'] },
  { id: 'inapplicable', name: 'Not applicable', outcomes: ['not_applicable'] },
];

/** Returns the part with checks of an outcome; by default those not passed. */
export const partOf = (outcome: CheckResult['outcome'] | undefined): Part =>
  outcomeParts.find(({ outcomes }) => outcome !== undefined && outcomes.includes(outcome))?.id ?? 'todo';
