/** A kind of fact that a rule may report. All lists of kinds derive from these values. */
type AlertKindDefinition = {
  /** Display name in a list of kinds. */
  label: string;
  /** Texts of the documentation: the event, and its subject. */
  sentWhen: string;
  about: string;
  website: 'needed' | 'optional' | 'none';
  takesEngine: boolean;
  /** True if it compares answers of one engine, by default the engine declared for reports. */
  comparesAnswers: boolean;
  /** True if a rule of this kind has a period length and a direction of change. */
  takesPeriod: boolean;
  /** Start of its webhook type, before the state of its subject; by default `alert` and the kind. */
  eventPrefix?: string;
  /** Explains an empty preview, for a kind whose events are not derived from saved records. */
  previewNote?: string;
};

const defineAlertKind = <const Kind extends AlertKindDefinition>(kind: Kind): Kind => kind;

const ofWorkspace = { website: 'none', takesEngine: false, comparesAnswers: false, takesPeriod: false } as const;
const ofAnswers = { website: 'needed', takesEngine: true, comparesAnswers: true } as const;
const ofRecords = { ...ofWorkspace, website: 'optional' } as const;

const alertKindDefinitions = {
  visibility_change: defineAlertKind({
    label: 'A change in how often a website is recommended',
    sentWhen: 'the paired test of two neighbouring periods finds an increase or a decrease',
    about: 'a website at one engine',
    ...ofAnswers,
    takesPeriod: true,
  }),
  weekly_digest: defineAlertKind({
    label: 'A website’s numbers, once a week',
    sentWhen: 'a week (Monday to Sunday, UTC) ends',
    about: 'a website at one engine',
    ...ofAnswers,
    takesPeriod: false,
  }),
  gate_failed: defineAlertKind({
    label: 'A website check fails a gate',
    sentWhen: 'a website check fails a gate that the previous check did not fail',
    about: 'one website, or any',
    ...ofRecords,
  }),
  budget_used: defineAlertKind({
    label: 'A budget is used to 80 or 100 %',
    sentWhen: 'spent and held amounts reach 80 % or 100 % of a budget, or a purchase did not fit into it',
    about: 'deployment, workspace, plans, keys',
    ...ofWorkspace,
  }),
  run_needs_action: defineAlertKind({
    label: 'A run waits for a person',
    sentWhen: 'a run waits for a person',
    about: 'one website, or any',
    ...ofRecords,
  }),
  engine_failing: defineAlertKind({
    label: 'An engine fails three times in a row',
    sentWhen: 'three consecutive runs failed at an engine',
    about: 'one engine, or any',
    ...ofWorkspace,
    takesEngine: true,
  }),
  round_missed: defineAlertKind({
    label: 'A round of a plan is missed or has a gap',
    sentWhen: 'a round of a plan was missed, or ended before it asked everything; includes the reason',
    about: 'any plan',
    ...ofWorkspace,
  }),
  work_changed: defineAlertKind({
    label: 'An item of work is claimed, finished, declined or reopened',
    sentWhen:
      'a member claims, finishes, declines or reopens an item of work; its webhook is `work.doing`, `work.done`, `work.declined` or `work.open`',
    about: 'one website, or any',
    ...ofRecords,
    eventPrefix: 'work',
    previewNote: 'Each change of an item of work is reported when it happens.',
  }),
  source_lost: defineAlertKind({
    label: 'A cited page no longer names a website',
    sentWhen:
      'a page cited by the latest answers to two questions, or by three latest answers, is read again and no longer names the website',
    about: 'one website, or any',
    ...ofRecords,
    previewNote: 'Each page is reported when a reading finds that it no longer names you.',
  }),
};

export type AlertKind = keyof typeof alertKindDefinitions;

export const alertKinds = Object.keys(alertKindDefinitions) as AlertKind[];

export function kindOf(kind: AlertKind): AlertKindDefinition {
  return alertKindDefinitions[kind];
}

/** Returns the kinds that satisfy a condition as text for people: "`a` and `b`". */
export function kindsWhich(isSo: (kind: AlertKindDefinition) => boolean): string {
  return new Intl.ListFormat('en').format(alertKinds.filter((kind) => isSo(kindOf(kind))).map((kind) => `\`${kind}\``));
}
