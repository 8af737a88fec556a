import { claimModelReading, type ModelReading, verdictOfModel } from '../src/domain/answer/modelReading.ts';
import { readAnswer } from '../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../src/domain/answer/savedReading.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../src/domain/identity/attempt.ts';
import { nameForm } from '../src/domain/identity/nameForm.ts';
import { findOccurrences } from '../src/domain/identity/occurrences.ts';
import { type Owner, readOwner } from '../src/domain/identity/owner.ts';
import { type Listing, readListing } from '../src/domain/marks/listing.ts';
import type { Figure } from './figure.ts';
import { frozenGold, type GoldName, type GoldRow } from './goldReading.ts';
import { seededRandom } from './random.ts';

/** A brand to judge: whether the answer recommends it, and where. */
type GoldTarget = {
  brand: string;
  domain: string | null;
  aliases?: readonly string[];
  listed: boolean;
  /** Counts the required labels before it; `positionMax` also the others. null: the names have no order. */
  position: number | null;
  positionMax?: number | null;
  why?: string;
};

export type TargetRow = GoldRow & {
  topic: string;
  targets: readonly GoldTarget[];
  shape: string;
  /** Output of a reading model for each target, by brand, as JSON text; absent: the model was not used. */
  model?: Readonly<Record<string, string>>;
};

/** Source of decisions: the fixed rules, a reading model alone, or the rules with the model as their adjudicator. */
export const deciders = ['rules', 'model', 'both'] as const;
type Decider = (typeof deciders)[number];

type TargetDecision = {
  row: TargetRow;
  target: GoldTarget;
  status: Listing['own']['status'];
  basis: string;
  position: number | null;
  positionRight: boolean | null;
};

type Brand = { brand: string; domain: string | null; aliases: string[] };

/**
 * Returns the brands of a row's labels if it names no targets: the required ones are listed, those of other rows
 * absent.
 */
export function targetsOf(row: GoldRow & { topic: string }, panel: readonly GoldRow[]): GoldTarget[] {
  const brands = new Map<string, Brand>();
  const keyOf = (label: GoldName): string => nameForm(label.brand ?? label.name);
  for (const label of panel.flatMap((one) => one.gold)) {
    const known = brands.get(keyOf(label)) ?? { brand: label.brand ?? label.name, domain: null, aliases: [] };
    known.domain ??= label.domain ?? null;
    known.aliases = [...new Set([...known.aliases, ...(label.aliases ?? [])])];
    brands.set(keyOf(label), known);
  }
  return [...brands].flatMap(([key, brand]): GoldTarget[] => {
    const places = row.gold.flatMap((label, at) => (keyOf(label) === key ? [at] : []));
    const at = places.find((place) => row.gold[place]?.required !== false);
    if (at === undefined) return places.length > 0 ? [] : [{ ...brand, listed: false, position: null, why: 'absent' }];
    const optional = row.gold.slice(0, at).filter((label) => label.required === false).length;
    return [{ ...brand, listed: true, position: at + 1 - optional, positionMax: at + 1, why: 'recommended' }];
  });
}

function websiteOf({ brand, domain, aliases }: GoldTarget): VisibilityWebsite {
  const home = domain ?? `${nameForm(brand).replaceAll(' ', '-')}.invalid`;
  return {
    id: 'site_gold',
    url: `https://${home}/`,
    domain: home,
    name: brand,
    aliases: [...(aliases ?? [])],
    exactNames: [],
    settledDomains: [],
    others: [],
    learned: [],
    commonWords: [],
  };
}

function attemptOf(row: TargetRow, text: string): VisibilityAttempt {
  const reading = readAnswer(frozenGold(row, text));
  return {
    engine: 'openai',
    runId: row.id,
    caseId: row.id,
    question: row.question,
    locale: { language: row.language, country: null, region: null, city: null, timezone: null },
    status: 'completed',
    createdAt: '2026-01-01T00:00:00.000Z',
    observedAt: null,
    model: row.engine,
    harnessVersion: 'gold',
    searchMode: 'open-web',
    useSeoTools: false,
    completedSearchCount: null,
    facts: extractFacts(reading, row.question),
    text: reading.text,
  };
}

/** Decides every target of every row, each registered with its label's data and nothing else. */
export function decideTargets(
  rows: readonly TargetRow[],
  change: (text: string) => string,
  by: Decider = 'rules',
): TargetDecision[] {
  return rows.flatMap((row) => {
    const attempt = attemptOf(row, change(row.text));
    return row.targets.map((target): TargetDecision => {
      const owner = readOwner(websiteOf(target));
      const { status, basis, position } = decide(attempt, owner, row.model?.[target.brand] ?? null, by);
      const [least, most] = [target.position, target.positionMax ?? target.position];
      const positionRight =
        target.listed && status === 'listed' && least !== null && most !== null
          ? position !== null && position >= least && position <= most
          : null;
      return { row, target, status, basis, position, positionRight };
    });
  });
}

type Said = Pick<TargetDecision, 'status' | 'basis' | 'position'>;

function decide(attempt: VisibilityAttempt, owner: Owner, given: string | null, by: Decider): Said {
  const text = attempt.text ?? '';
  const model = given === null || by === 'rules' ? null : claimModelReading(given, text, 'model');
  if (by === 'model') return decideAlone(model, text, owner);
  const facts = attempt.facts === null || model === null ? attempt.facts : { ...attempt.facts, model };
  const listing = readListing({ ...attempt, facts }, owner);
  return { ...listing.own, position: listing.positions.get(owner.domain) ?? null };
}

/** Without the rules, a target that the model does not mention is not listed if its name occurs nowhere. */
function decideAlone(model: ModelReading | null, text: string, owner: Owner): Said {
  const places = findOccurrences(text, owner.traces, owner.othersAround);
  if (model === null) return { status: 'unknown', basis: 'unread', position: null };
  if (places.length === 0) return { status: 'not_listed', basis: 'absent', position: null };
  const verdict = verdictOfModel(model, places);
  if (verdict === null) return { status: 'unknown', basis: 'uncertain', position: null };
  if (verdict.kind === 'listed') return { status: 'listed', basis: 'model', position: verdict.position };
  return { status: 'not_listed', basis: verdict.kind, position: null };
}

const isRight = ({ target, status }: TargetDecision): boolean => status === (target.listed ? 'listed' : 'not_listed');
const isUndecided = ({ status }: TargetDecision): boolean => status === 'unknown';

/** Returns true for texts that lost their structure in copying, according to the labeller. */
function isDump({ shape, text }: TargetRow): boolean {
  return (
    /page dump|page copy|flatten|no line breaks|broken lines|lost|terminal copy|tabs|run together|copied/i.test(
      shape,
    ) ||
    (text.length > 400 && !text.includes('\n'))
  );
}

type TargetMeasure = 'right' | 'wrong' | 'undecided' | 'position right of listed';

const targetMeasures: Readonly<Record<TargetMeasure, (all: readonly TargetDecision[]) => number>> = {
  right: (all) => shareOf(all, isRight),
  wrong: (all) => shareOf(all, (one) => !isRight(one) && !isUndecided(one)),
  undecided: (all) => shareOf(all, isUndecided),
  'position right of listed': (all) =>
    shareOf(
      all.filter(({ positionRight }) => positionRight !== null),
      ({ positionRight }) => positionRight === true,
    ),
};

function shareOf<T>(all: readonly T[], isGood: (one: T) => boolean): number {
  return all.length === 0 ? Number.NaN : all.filter(isGood).length / all.length;
}

const draws = 1000;

/** Computes a percentile bootstrap over answers, seeded: the decisions of one answer are drawn together. */
function interval(all: readonly TargetDecision[], measure: (all: readonly TargetDecision[]) => number): string {
  const random = seededRandom(20_261_123);
  const byAnswer = [...Map.groupBy(all, ({ row }) => row.id).values()];
  const values = Array.from({ length: draws }, () =>
    measure(byAnswer.flatMap(() => byAnswer[Math.floor(random() * byAnswer.length)] ?? [])),
  )
    .filter((value) => !Number.isNaN(value))
    .sort((left, right) => left - right);
  const at = (share: number): number =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
  return `[${at(0.025).toFixed(3)}, ${at(0.975).toFixed(3)}]`;
}

const slices: readonly ((row: TargetRow) => string)[] = [
  () => 'all',
  (row) => (isDump(row) ? 'page dumps' : row.language === 'en' ? 'as written, English' : 'as written, other languages'),
  (row) => `language ${row.language}`,
  (row) => `surface ${row.engine}`,
];

/** Returns decision and position by slice, language and surface. */
export function targetFigures(name: string, decisions: readonly TargetDecision[], by: Decider = 'rules'): Figure[] {
  return slices.flatMap((sliceOf) =>
    [...Map.groupBy(decisions, ({ row }) => sliceOf(row))]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .flatMap(([slice, all]) =>
        (Object.keys(targetMeasures) as TargetMeasure[]).map(
          (key): Figure => ({
            what: `${name}, ${by}, ${slice}: ${key} ${interval(all, targetMeasures[key])} of ${all.length} decisions`,
            unit: 'share',
            value: targetMeasures[key](all),
            baseline: null,
            target: null,
          }),
        ),
      ),
  );
}
