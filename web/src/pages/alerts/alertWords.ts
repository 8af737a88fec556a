import type { AlertMessage, AlertRule, PreviewInput, RulePower } from '../../api/alertQueries.ts';
import { countWithNoun, decimal } from '../../format/numbers.ts';
import { powerWords } from '../../format/power.ts';
import { foreign } from '../../ui/Foreign.tsx';

const periodWords: Readonly<Record<number, string>> = {
  1: 'day against day',
  7: 'week against week',
  14: 'two weeks against the two before',
  28: 'four weeks against the four before',
};

/** Subject of a rule: it never changes. */
export type Subject = Pick<AlertRule, 'kind' | 'websiteId' | 'engine' | 'periodDays' | 'direction'>;

/** Returns the input that previews a rule with this subject. */
export function previewInput({ kind, websiteId, engine, periodDays, direction }: Subject): PreviewInput {
  return {
    kind,
    direction,
    ...(websiteId === null ? {} : { websiteId }),
    ...(engine === null ? {} : { engine }),
    ...(periodDays === null ? {} : { periodDays: periodDays as NonNullable<PreviewInput['periodDays']> }),
  };
}

/** Formats the subject of a rule in one line, without its event. */
export function subjectText(subject: Subject, siteNames: ReadonlyMap<string, string>): string {
  const { websiteId, engine, periodDays, direction } = subject;
  const parts = [
    ...(websiteId === null ? [] : [foreign(siteNames.get(websiteId) ?? 'a deleted website')]),
    ...(engine === null ? [] : [engine]),
    ...(periodDays === null ? [] : [periodWords[periodDays] ?? `${periodDays} days`]),
    ...(direction === 'both' ? [] : [direction === 'decrease' ? 'decreases only' : 'increases only']),
  ];
  return parts.length === 0 ? 'Workspace' : parts.join(' · ');
}

/** Describes how often a rule is evaluated, and the change it detects four times in five. */
export function rulePowerText({ looksInQuarter, level, panel }: RulePower): string {
  const looks = `It is evaluated at most ${countWithNoun(looksInQuarter, 'time')} per quarter, each time at p below ${Number(level.toPrecision(2))}, so it reports a false change in at most one of twenty quarters.`;
  return panel === null
    ? `${looks} Without recent answers, the change it could detect is unknown.`
    : `${looks} ${powerWords(panel)}`;
}

export const messageWords: Readonly<Record<AlertMessage['state'], string>> = {
  waiting: 'sending',
  delivered: 'delivered',
  failed: 'given up',
  dropped: 'not sent: its destination was removed',
};

/** Formats the time of a pending message's next attempt. */
export function nextTryText({ nextTryInSeconds }: AlertMessage): string | null {
  if (nextTryInSeconds === null) return null;
  if (nextTryInSeconds < 90) return `next attempt in ${nextTryInSeconds} s`;
  if (nextTryInSeconds < 5_400) return `next attempt in ${Math.round(nextTryInSeconds / 60)} min`;
  return `next attempt in ${decimal(nextTryInSeconds / 3_600)} h`;
}

export const destinationWords = {
  webhook: 'Webhook, signed',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'Email',
} as const;

/** Returns the path of this web app in an address. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
