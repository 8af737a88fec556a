import { readAnswer } from '../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../src/domain/answer/savedReading.ts';
import type { VisibilityAttempt, VisibilityWebsite } from '../src/domain/identity/attempt.ts';
import { attachKnownNames } from '../src/domain/identity/knownNames.ts';
import { type AnswerNames, namesOfAnswer } from '../src/domain/identity/nameCorpus.ts';
import { nameForm } from '../src/domain/identity/nameForm.ts';
import { readOwner } from '../src/domain/identity/owner.ts';
import { readListing } from '../src/domain/marks/listing.ts';
import type { Figure } from './figure.ts';
import { frozenGold, type GoldName, type GoldRow } from './goldReading.ts';
import { seededRandom } from './random.ts';

/** A gold row with its panel: the answers that a brand's score counts. */
export type PanelRow = GoldRow & { topic: string };

/**
 * Decision on one answer for one brand as the owner, compared with the label. `truth` null: the labels leave it open
 * (the brand is named only where two readers may differ), so it is not counted.
 */
export type GoldDecision = {
  answer: string;
  brand: string;
  truth: boolean | null;
  status: 'listed' | 'not_listed' | 'unknown';
  basis: string;
  /**
   * For a correctly listed brand, true if its place is the label's. Places count the required labels and those read.
   */
  positionRight: boolean | null;
  candidates: readonly string[];
};

type Brand = { key: string; name: string; domain: string | null; aliases: Set<string> };

/** Returns every recommended brand of a panel once, with all of its labels in the panel. */
function brandsOf(rows: readonly PanelRow[]): Brand[] {
  const brands = new Map<string, Brand>();
  for (const label of rows.flatMap((row) => row.gold)) {
    const name = label.brand ?? label.name;
    const key = nameForm(name);
    const brand = brands.get(key) ?? { key, name, domain: null, aliases: new Set() };
    brand.domain ??= label.domain ?? null;
    for (const alias of label.aliases ?? []) brand.aliases.add(alias);
    brands.set(key, brand);
  }
  return [...brands.values()];
}

/** A brand without a labelled domain is registered with one that no answer contains. */
function websiteOf(brand: Brand, corpus: readonly AnswerNames[]): VisibilityWebsite {
  const domain = brand.domain ?? `${brand.key.replaceAll(' ', '-')}.invalid`;
  const website = {
    id: 'site_gold',
    url: `https://${domain}/`,
    domain,
    name: brand.name,
    aliases: [...brand.aliases],
    exactNames: [],
    settledDomains: [],
    others: [],
  };
  return attachKnownNames(website, corpus);
}

function attemptOf(row: PanelRow): VisibilityAttempt {
  const reading = readAnswer(frozenGold(row, row.text));
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

const isBrand = (label: GoldName, brand: Brand): boolean => nameForm(label.brand ?? label.name) === brand.key;

function truthOf(row: PanelRow, brand: Brand): boolean | null {
  const labels = row.gold.filter((label) => isBrand(label, brand));
  if (labels.length === 0) return false;
  return labels.some((label) => label.required !== false) ? true : null;
}

/** Optional labels before the brand may or may not have been read, so its place may be anywhere between. */
function placeIsRight(row: PanelRow, brand: Brand, position: number): boolean {
  const at = row.gold.findIndex((label) => isBrand(label, brand) && label.required !== false);
  const optional = row.gold.slice(0, at).filter((label) => label.required === false).length;
  return position <= at + 1 && position >= at + 1 - optional;
}

/** Takes every recommended brand in turn as the owner, over the answers of its panel. */
export function decideGold(rows: readonly PanelRow[]): GoldDecision[] {
  const decisions: GoldDecision[] = [];
  for (const panel of Map.groupBy(rows, ({ topic }) => topic).values()) {
    const attempts = panel.map((row) => ({ row, attempt: attemptOf(row) }));
    const corpus = attempts.flatMap(({ attempt }) =>
      attempt.facts === null ? [] : [namesOfAnswer(attempt.runId, attempt.facts)],
    );
    for (const brand of brandsOf(panel)) {
      const owner = readOwner(websiteOf(brand, corpus));
      for (const { row, attempt } of attempts) {
        const listing = readListing(attempt, owner);
        const truth = truthOf(row, brand);
        const position = listing.positions.get(owner.domain) ?? null;
        decisions.push({
          answer: row.id,
          brand: `${row.topic} ${brand.name}`,
          truth,
          status: listing.own.status,
          basis: listing.own.basis,
          positionRight: truth === true && position !== null ? placeIsRight(row, brand, position) : null,
          candidates: listing.own.candidates,
        });
      }
    }
  }
  return decisions;
}

const isRight = ({ truth, status }: GoldDecision): boolean => status === (truth === true ? 'listed' : 'not_listed');

const measures = {
  'decided right': (all: readonly GoldDecision[]) => shareOf(all, isRight),
  'decided wrong': (all: readonly GoldDecision[]) => shareOf(all, (one) => one.status !== 'unknown' && !isRight(one)),
  undecided: (all: readonly GoldDecision[]) => shareOf(all, ({ status }) => status === 'unknown'),
  'position right of listed': (all: readonly GoldDecision[]) =>
    shareOf(
      all.filter(({ positionRight }) => positionRight !== null),
      ({ positionRight }) => positionRight === true,
    ),
  'mean |score - truth| of brands': scoreError,
} as const;

function shareOf(all: readonly GoldDecision[], good: (one: GoldDecision) => boolean): number {
  return all.length === 0 ? Number.NaN : all.filter(good).length / all.length;
}

/** Returns points from 0 to 100, over the brands whose score is not null. */
function scoreError(all: readonly GoldDecision[]): number {
  const errors = [...Map.groupBy(all, ({ brand }) => brand).values()].flatMap((ofBrand) => {
    const known = ofBrand.filter(({ status }) => status !== 'unknown');
    if (known.length === 0) return [];
    const score = shareOf(known, ({ status }) => status === 'listed');
    return [100 * Math.abs(score - shareOf(ofBrand, ({ truth }) => truth === true))];
  });
  return errors.length === 0 ? Number.NaN : errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

const draws = 1000;

/** Computes a percentile bootstrap over answers, seeded: the decisions of an answer are drawn together. */
function interval(all: readonly GoldDecision[], measure: (all: readonly GoldDecision[]) => number): [number, number] {
  const random = seededRandom(20_261_121);
  const byAnswer = [...Map.groupBy(all, ({ answer }) => answer).values()];
  const values = Array.from({ length: draws }, () =>
    measure(byAnswer.flatMap(() => byAnswer[Math.floor(random() * byAnswer.length)] ?? [])),
  )
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
  return [at(0.025), at(0.975)];
}

const targets: Readonly<Record<keyof typeof measures, Figure['target']>> = {
  'decided right': { of: 'value', atLeast: 0.93 },
  'decided wrong': { of: 'value', atMost: 0.02 },
  undecided: null,
  'position right of listed': { of: 'value', atLeast: 0.97 },
  'mean |score - truth| of brands': { of: 'value', atMost: 5 },
};

export function decisionFigures(name: string, decisions: readonly GoldDecision[]): Figure[] {
  const counted = decisions.filter(({ truth }) => truth !== null);
  const brands = new Set(counted.map(({ brand }) => brand));
  return (Object.keys(measures) as (keyof typeof measures)[]).map((key) => {
    const [low, high] = interval(counted, measures[key]);
    const unit = key.startsWith('mean') ? 'points' : 'share';
    const what = `${name}: ${key} [${low.toFixed(3)}, ${high.toFixed(3)}] of ${counted.length} decisions, ${brands.size} brands`;
    return { what, unit, value: measures[key](counted), baseline: null, target: targets[key] };
  });
}
