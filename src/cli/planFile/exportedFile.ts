import { kindOf } from '../../domain/alerts/alertKinds.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import type { FileAlert, FilePlan, FileWebsite, PlanFile } from './planFile.ts';
import { entriesOf, placeOf } from './questionEntries.ts';
import type { SavedAlertRule, SavedPlan, SavedQuestion, SavedWebsite, WorkspaceState } from './workspaceState.ts';

/**
 * Exports the workspace as a file that changes nothing if applied to it. Its order depends only on the content, so that
 * files of several servers, and versions of one, can be compared line by line.
 */
export function exportedFile(state: WorkspaceState): PlanFile {
  const { websites, questions, plans } = state;
  const about = (websiteId: string | null) =>
    questions
      .filter(({ target }) => (target?.websiteId ?? null) === websiteId)
      .flatMap(entriesOf)
      .toSorted(byText(({ question }) => question));
  return {
    sightline: 1,
    websites: websites.map((website) => fileWebsite(website, about(website.id))).toSorted(byText(({ url }) => url)),
    questions: about(null),
    plans: plans.flatMap((plan) => filePlan(plan, websites, questions) ?? []).toSorted(byText(({ name }) => name)),
    alerts: state.alertRules.flatMap((rule) => fileAlert(rule, state) ?? []).toSorted(byText(({ name }) => name)),
  };
}

/** Compares by a text, and equal ones by all of their content; by code units, which no locale changes. */
function byText<T>(textOf: (one: T) => string): (one: T, other: T) => number {
  const keyOf = (one: T): string => canonicalJson([textOf(one), one]);
  return (one, other) => (keyOf(one) < keyOf(other) ? -1 : 1);
}

function fileWebsite(website: SavedWebsite, questions: PlanFile['questions']): FileWebsite {
  const { url, name, aliases, exactNames, dismissed, rivals } = website;
  const domains = new Set(rivals.map(({ domain }) => domain));
  const others = website.otherNames.filter(({ domain }) => !domains.has(domain));
  return {
    ...{ url, name },
    ...(aliases.length === 0 ? {} : { aliases: aliases.toSorted() }),
    ...(exactNames.length === 0 ? {} : { exactNames: exactNames.toSorted() }),
    ...(dismissed.length === 0 ? {} : { dismissed: dismissed.toSorted() }),
    ...(others.length === 0
      ? {}
      : {
          otherNames: others.map((one) => ({ name: one.name, domain: one.domain })).toSorted(byText((one) => one.name)),
        }),
    ...(rivals.length === 0
      ? {}
      : {
          rivals: rivals
            .map(({ domain, name: called, names }) => ({
              domain,
              ...(called === domain ? {} : { name: called }),
              ...(names.length === 0 ? {} : { names: names.toSorted() }),
            }))
            .toSorted(byText(({ domain }) => domain)),
        }),
    ...(questions.length === 0 ? {} : { questions }),
  };
}

/** Returns a plan's entry; null if none of its questions can still be asked. */
function filePlan(
  plan: SavedPlan,
  websites: readonly SavedWebsite[],
  questions: readonly SavedQuestion[],
): FilePlan | null {
  const { questionIds, websiteId, tags } = plan.questions;
  const urlOf = (id: string | null | undefined) => websites.find((website) => website.id === id)?.url;
  const website = urlOf(websiteId);
  if (websiteId !== null && website === undefined) return null;
  const byId = new Map(questions.map((question) => [question.id, question]));
  const named = (questionIds ?? []).flatMap((id) => byId.get(id) ?? []);
  if (questionIds !== null && named.length === 0) return null;
  return {
    name: plan.name,
    ...(website === undefined ? {} : { website }),
    ...(tags === null ? {} : { tags: tags.toSorted() }),
    ...(questionIds === null
      ? {}
      : {
          questions: named
            .map(({ query, locale, target }) => {
              const about = urlOf(target?.websiteId);
              return { question: query, ...(about === undefined ? {} : { website: about }), ...placeOf(locale) };
            })
            .toSorted(byText(({ question }) => question)),
        }),
    engines: plan.engines.toSorted(),
    repeats: plan.repeats,
    ...fileCadence(plan.cadence),
  };
}

/** Returns a rule's entry; null if its website is archived. */
function fileAlert(rule: SavedAlertRule, state: WorkspaceState): FileAlert | null {
  const { name, kind, websiteId, engine, periodDays, direction, enabled } = rule;
  const website = state.websites.find(({ id }) => id === websiteId)?.url;
  if (websiteId !== null && website === undefined) return null;
  const to = destinationNames(rule, state);
  return {
    ...{ name, kind },
    ...(website === undefined ? {} : { website }),
    ...(engine === null ? {} : { engine }),
    ...(periodDays === null ? {} : { days: periodDays as NonNullable<FileAlert['days']> }),
    ...(kindOf(kind).takesPeriod ? { direction } : {}),
    ...(to === null || to.length === 0 ? {} : { to }),
    ...(enabled ? {} : { enabled }),
  };
}

/**
 * Returns the names of a rule's destinations; null if several destinations share a name, which then identifies none.
 */
function destinationNames({ destinationIds }: SavedAlertRule, { destinations }: WorkspaceState): string[] | null {
  const names = destinations.filter(({ id }) => destinationIds.includes(id)).map(({ name }) => name);
  const isShared = names.some((name) => destinations.filter((one) => one.name === name).length > 1);
  return isShared ? null : names.toSorted();
}

/** Lists the rules whose destinations the file cannot name. */
export function rulesWithoutDestinations(state: WorkspaceState): string[] {
  return state.alertRules.filter((rule) => destinationNames(rule, state) === null).map(({ name }) => name);
}

function fileCadence({ kind, hours, weekday, at, timeZone }: SavedPlan['cadence']) {
  return {
    every: kind,
    ...(hours === null ? {} : { hours }),
    ...(weekday === null ? {} : { weekday }),
    ...(kind === 'manual' ? {} : { at, timeZone }),
  };
}
