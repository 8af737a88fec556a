import type { InputOf } from '../../contract/callTypes.ts';
import { cadenceText, findCadenceFlaw } from '../../domain/plans/cadence.ts';
import { cleanTags } from '../../domain/questions/tags.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { UsageError } from '../failures.ts';
import { type Change, listChange } from './change.ts';
import type { FilePlan } from './planFile.ts';
import { formatId, localeOf } from './questionEntries.ts';
import { findWebsiteId } from './websiteChanges.ts';
import type { SavedPlan, SavedWebsite, WorkspaceState } from './workspaceState.ts';

type Content = Omit<InputOf<'createPlan'>, 'name'>;
type Known = {
  /** Websites of the file and of the workspace; one that exists only in the file has no id. */
  websites: readonly SavedWebsite[];
  /** Questions that can be asked, or that the file saves. */
  questionIds: ReadonlySet<string>;
  plans: readonly SavedPlan[];
} & Pick<WorkspaceState, 'engines' | 'offEngines'>;

/** @throws UsageError for a plan that refers to anything missing from both the workspace and the file */
export function planChanges(targets: readonly FilePlan[], entry: Known): Change[] {
  const names = new Set<string>();
  return targets.flatMap((plan, index): Change[] => {
    const path = `plans[${index}]`;
    if (names.has(plan.name)) throw new UsageError(`${path}.name: ${plan.name} is listed twice`);
    names.add(plan.name);
    const content = buildContent(plan, entry, path);
    const saved = entry.plans.filter(({ name }) => name === plan.name);
    if (saved.length > 1) throw new UsageError(`${path}.name: the workspace has several plans of this name`);
    const [before] = saved;
    assertEngines(
      plan.engines.filter((engine) => before?.engines.includes(engine) !== true),
      entry,
      `${path}.engines`,
    );
    if (before === undefined) {
      const text = `${plan.engines.join(', ')}, ${plan.repeats} answers each, ${cadenceText(fullCadence(content.cadence))}`;
      return [
        {
          stage: 'plans',
          lines: [`+ plan ${plan.name}: ${text}; a draft; a signed-in member activates it`],
          make: (call) => call('createPlan', { name: plan.name, ...content }),
        },
      ];
    }
    const change = changedParts(content, before, entry.questionIds);
    if (change.lines.length === 0) return [];
    const note = before.state === 'active' ? '; active, so it applies from the next round (also needs evaluate)' : '';
    return [
      {
        stage: 'plans',
        lines: change.lines.map((line) => `~ plan ${plan.name}: ${line}${note}`),
        make: (call) => call('changePlan', { id: before.id, ...change.parts }),
      },
    ];
  });
}

function buildContent(plan: FilePlan, match: Known, path: string): Content {
  const { engines, repeats, every, hours, weekday, at, timeZone } = plan;
  const cadence = {
    kind: every,
    hours: hours ?? null,
    weekday: weekday ?? null,
    ...(at === undefined ? {} : { at }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  const flaw = findCadenceFlaw(fullCadence(cadence));
  if (flaw !== null) throw new UsageError(`${path}.${flaw.field}: ${flaw.flaw}`);
  return { questions: buildChoice(plan, match, path), engines: [...new Set(engines)], repeats, cadence };
}

/** Refuses engines that a new choice cannot use. @throws UsageError */
export function assertEngines(
  names: readonly string[],
  { engines, offEngines }: Pick<WorkspaceState, 'engines' | 'offEngines'>,
  path: string,
): void {
  for (const name of names) {
    const flaw = engines.includes(name) ? (offEngines.includes(name) ? 'is off' : null) : 'is not on this server';
    if (flaw !== null) throw new UsageError(`${path}: ${name} ${flaw}; see \`sightline engines\``);
  }
}

function buildChoice(plan: FilePlan, saved: Known, path: string): Content['questions'] {
  const { website, tags, questions } = plan;
  const idAt = (text: string, at: string) => findWebsiteId(text, saved.websites, at);
  if (questions !== undefined) {
    if (tags !== undefined) throw new UsageError(`${path}.tags: cannot be combined with questions`);
    const questionIds = questions.map((named, index) => {
      const at = `${path}.questions[${index}]`;
      const one = typeof named === 'string' ? { question: named } : named;
      const about = 'website' in one ? one.website : website;
      const id = formatId(one.question, localeOf(one), about === undefined ? null : idAt(about, `${at}.website`));
      if (!saved.questionIds.has(id)) throw new UsageError(`${at}: no such question is saved or named in this file`);
      return id;
    });
    return { questionIds: [...new Set(questionIds)] };
  }
  if (website === undefined && tags === undefined) {
    throw new UsageError(`${path}: needs a website, tags, both, or questions`);
  }
  return {
    ...(website === undefined ? {} : { websiteId: idAt(website, `${path}.website`) }),
    ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
  };
}

type Cadence = SavedPlan['cadence'];

function fullCadence({
  kind,
  hours = null,
  weekday = null,
  at = '06:00',
  timeZone = 'UTC',
}: Content['cadence']): Cadence {
  return { kind, hours, weekday, at, timeZone };
}

/** Returns only the fields that decide when rounds are due: a manual plan has no time of day. */
function cadenceKey({ kind, hours, weekday, at, timeZone }: Cadence): string {
  return canonicalJson(kind === 'manual' ? { kind } : { kind, hours, weekday, at, timeZone });
}

function changedParts(content: Content, before: SavedPlan, open: ReadonlySet<string>) {
  const lines: string[] = [];
  const parts: Partial<Content> = {};
  const [target, saved] = [choiceKey(content.questions), choiceKey(before.questions, open)];
  if (target !== saved) {
    parts.questions = content.questions;
    lines.push(`questions ${saved} → ${target}`);
  }
  const engines = listChange(content.engines, before.engines);
  if (engines !== '') {
    parts.engines = content.engines;
    lines.push(`engines ${engines}`);
  }
  if (content.repeats !== before.repeats) {
    parts.repeats = content.repeats;
    lines.push(`answers each ${before.repeats} → ${content.repeats}`);
  }
  const cadence = fullCadence(content.cadence);
  if (cadenceKey(cadence) !== cadenceKey(before.cadence)) {
    parts.cadence = content.cadence;
    lines.push(`${cadenceText(before.cadence)} → ${cadenceText(cadence)}`);
  }
  return { lines, parts };
}

type Choice = {
  questionIds?: readonly string[] | null | undefined;
  websiteId?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
};

/**
 * Describes a choice in words, equal for equal choices. @param open questions that are not archived; others are ignored
 */
function choiceKey({ questionIds, websiteId, tags }: Choice, open?: ReadonlySet<string>): string {
  if (questionIds != null) {
    const ids = questionIds.filter((id) => open?.has(id) ?? true).sort();
    return `${ids.length} named (${ids.map((id) => id.slice(-6)).join(' ')})`;
  }
  const of = websiteId == null ? 'of all websites' : `of ${websiteId === '' ? 'the new website' : websiteId}`;
  return tags == null ? `all ${of}` : `tagged ${[...tags].sort().join(' or ')} ${of}`;
}
