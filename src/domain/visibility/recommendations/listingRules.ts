import { decideStatus } from '../../marks/listing.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';
import { countStatuses } from '../attemptWindow.ts';
import { type V1Comparison, v1Comparison } from '../comparison/v1.ts';
import type { WindowComparison } from '../comparison/windows.ts';
import { averagePosition } from '../listingScore.ts';
import { type Finding, maxCasesPerRule, type Rule, type RuleInput } from './rule.ts';
import { answersByUrl, idsOf, oneDecimal, otherDomains, rankByFrequency } from './ruleEvidence.ts';

/** VR01: the latest answer does not list the target, and neither do at least two of the last three. */
function notListed({ view }: RuleInput): Finding[] {
  const domain = view.owner.domain;
  return view.questions.flatMap((question) => {
    const last = question.completed.slice(0, 3);
    const without = last.filter((answer) => decideStatus(answer, domain) === 'not_listed');
    const others = otherDomains(without, domain, 3);
    if (question.latest === null || decideStatus(question.latest, domain) !== 'not_listed') return [];
    if (without.length < 2 || others.length === 0) return [];
    return {
      text: `Not listed in ${without.length} of the last ${last.length} answers to this question; listed: ${others.join(', ')}. The source gaps list the cited pages that name others and not you.`,
      ...idsOf(without),
      numbers: { notListed: without.length, answers: last.length, otherDomains: others.join(', ') },
    };
  });
}

/**
 * VR02: an answer cites the owner's page but does not list the target: a "no", or an answer in which only links of the
 * target occur.
 */
function citedNotListed({ view }: RuleInput): Finding[] {
  return view.answers.flatMap((answer) => {
    const owned = answer.cited
      .filter((source) => source.owned)
      .map((source) => source.url)
      .sort(codeUnitOrder);
    const url = owned[0];
    if (url === undefined || !(answer.own.status === 'not_listed' || answer.own.linksOnly)) return [];
    return {
      text: `Your page is a source of this answer, but you are not listed. State plainly what you offer on ${url}.`,
      ...idsOf([answer]),
      numbers: { url, ownedUrls: owned.length },
    };
  });
}

/** VR03: listed in at least two answers, none of which cites a page of the owner. */
function listedNotCited({ view }: RuleInput): Finding[] {
  const listing = view.answers.filter((answer) => answer.positions.has(view.owner.domain));
  const cited = listing.flatMap((answer) => answer.cited);
  if (listing.length < 2 || cited.length === 0 || cited.some((source) => source.owned)) return [];
  const externals = rankByFrequency(
    cited.map((source) => source.domain),
    3,
  );
  return [
    {
      text: `Listed in ${listing.length} answers that describe you only through other sites, most often ${externals.join(', ')}. Check those descriptions.`,
      ...idsOf(listing),
      numbers: { listed: listing.length, externalDomains: externals.join(', ') },
    },
  ];
}

/** VR04: listed at least three times, with a median first position of four or later. */
function lowPosition({ view }: RuleInput): Finding[] {
  const { median, listed } = averagePosition(view.answers, view.owner.domain);
  if (listed < 3 || median === null || median < 4) return [];
  const caution = listed < 10 ? ' With fewer than ten such answers this says little.' : '';
  return [
    {
      text: `Median position ${median} over ${listed} answers that list you. Compare what the answers say of the names before you.${caution}`,
      ...idsOf(view.answers.filter((answer) => answer.positions.has(view.owner.domain))),
      numbers: { medianPosition: median, listed },
    },
  ];
}

/** VR05: at least five decided repeats that disagree about the target. */
function unstable({ view }: RuleInput): Finding[] {
  const domain = view.owner.domain;
  return view.questions.flatMap((question) => {
    const listings = question.repeats.filter((answer) => decideStatus(answer, domain) !== 'unknown');
    const { listed } = countStatuses(listings, domain);
    // 20 % to 80 % in whole numbers, to avoid rounding.
    if (listings.length < 5 || 5 * listed < listings.length || 5 * listed > 4 * listings.length) return [];
    return {
      text: `Listed in ${listed} of ${listings.length} answers to this question: unstable. Do not read a single run.`,
      ...idsOf(listings),
      numbers: { listed, known: listings.length },
    };
  });
}

/**
 * VR10: an external page cited for at least two questions whose answers list others but not the target. Pages on a
 * domain that these answers list are left out: a rival's own page will not name the target.
 */
function sharedGapSource({ view }: RuleInput): Finding[] {
  const domain = view.owner.domain;
  const gaps = view.answers.filter(
    (answer) => decideStatus(answer, domain) === 'not_listed' && answer.positions.size > 0,
  );
  const listed = new Set(view.answers.flatMap((answer) => [...answer.positions.keys()]));
  return answersByUrl(gaps, (source) => !source.owned && !listed.has(source.domain))
    .filter(([, answers]) => answers.length >= 2)
    .slice(0, maxCasesPerRule)
    .map(([url, answers]) => ({
      text: `${url} is cited for ${answers.length} questions whose answers list others and not you. Read what it says of your field.`,
      ...idsOf(answers),
      numbers: { url, questions: answers.length },
    }));
}

/** VR19: the paired comparison with the previous period found a change. */
function change({ comparison, version }: RuleInput): Finding[] {
  if (comparison === null || (comparison.verdict !== 'increase' && comparison.verdict !== 'decrease')) return [];
  const { questionIds, runIds } = comparison;
  const { text, numbers } = version === 'v1' ? changeOfV1(v1Comparison(comparison)) : changeFigures(comparison);
  return [
    {
      text: `Listing shows ${comparison.verdict === 'increase' ? 'an increase' : 'a decrease'} against the previous period: ${text}. Look for what changed on your pages and in the cited sources; the cause is not measured.`,
      questionIds,
      runIds: [...runIds.current, ...runIds.previous],
      numbers: { verdict: comparison.verdict, ...numbers },
    },
  ];
}

type ChangeWords = Pick<Finding, 'text' | 'numbers'>;

function changeFigures({ compared, difference, interval95, p }: WindowComparison): ChangeWords {
  const range =
    interval95 === null ? '' : `${oneDecimal(interval95.lower)} to ${oneDecimal(interval95.upper)} at 95 %, `;
  return {
    text: `${oneDecimal(difference ?? 0)} points over ${compared} questions (${range}p=${p?.toFixed(4) ?? 'unknown'})`,
    numbers: { difference, lower: interval95?.lower ?? null, upper: interval95?.upper ?? null, p, compared },
  };
}

function changeOfV1({ gained, lost, paired, mcnemarP, repeats }: V1Comparison): ChangeWords {
  const p = repeats?.signFlipP ?? mcnemarP;
  const moved = repeats === null ? '' : `, ${oneDecimal(repeats.meanDifference)} points over all repeats`;
  return {
    text: `${gained} gained, ${lost} lost of ${paired} paired questions${moved} (p=${p === null ? 'unknown' : p.toFixed(4)})`,
    numbers: { gained, lost, paired, p, meanDifference: repeats?.meanDifference ?? null },
  };
}

/**
 * VR21: another domain in at least 30 % of the decided answers, and in at least three, because once is not a pattern.
 * Skips domains that the owner declared as a rival, assigned a name to, or dismissed.
 */
function competitorSet({ view, settledDomains }: RuleInput): Finding[] {
  const domain = view.owner.domain;
  const knownItems = view.answers.filter((answer) => decideStatus(answer, domain) !== 'unknown');
  return otherDomains(knownItems, domain, knownItems.length * 50)
    .map((other) => ({ other, answers: knownItems.filter((answer) => answer.positions.has(other)) }))
    .filter(({ other }) => !settledDomains.has(other) && !view.owner.otherDomains.has(other))
    .filter(({ answers }) => answers.length >= 3 && 10 * answers.length >= 3 * knownItems.length)
    .slice(0, maxCasesPerRule)
    .map(({ other, answers }) => ({
      text: `${other} recurs in ${answers.length} of ${knownItems.length} known answers. Declare it as a rival, or dismiss it, and this stops.`,
      ...idsOf(answers),
      numbers: {
        domain: other,
        answers: answers.length,
        known: knownItems.length,
        percent: oneDecimal((100 * answers.length) / knownItems.length),
      },
    }));
}

export const listingRules: readonly Rule[] = [
  { id: 'VR01', version: 1, priority: 3, severity: 'high', find: notListed },
  { id: 'VR02', version: 2, priority: 3, severity: 'high', find: citedNotListed },
  { id: 'VR03', version: 1, priority: 4, severity: 'medium', find: listedNotCited },
  { id: 'VR04', version: 1, priority: 4, severity: 'low', find: lowPosition },
  { id: 'VR05', version: 1, priority: 4, severity: 'medium', find: unstable },
  { id: 'VR10', version: 2, priority: 4, severity: 'medium', find: sharedGapSource },
  { id: 'VR19', version: 1, priority: 4, severity: 'medium', find: change },
  { id: 'VR21', version: 2, priority: 5, severity: 'info', find: competitorSet },
];
