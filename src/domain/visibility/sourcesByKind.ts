import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import { type AttemptWindow, openWindow } from './attemptWindow.ts';
import { bucketOf } from './buckets.ts';
import type { Listing } from './listing.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import { type SourceKind, sourceKindOf, sourceKinds } from './sourceKind.ts';
import type { OverviewScope } from './visibilityOverview.ts';

type KindShare = {
  kind: SourceKind;
  /** Pages cited, per answer once, and their fraction of all of them; null without any. */
  citations: number;
  share: number | null;
  domains: number;
  /** Answers that cite at least one page of the kind. */
  answers: number;
  runIds: string[];
};

type KindedDomain = {
  domain: string;
  kind: SourceKind;
  /** Answers that cite it now, and in the period before; null where there is none. */
  answers: number;
  answersBefore: number | null;
  questionIds: string[];
  runIds: string[];
};

/** One week: of its answers, so many cite a page of each kind. */
type KindWeek = { start: string; end: string; answers: number; citing: { [kind in SourceKind]: number } };

type RivalsOnly = { questionId: string; question: string; runId: string; rivals: string[] };

export type SourcesByKind = ReportHead & {
  /** Answers that the shares rest on: the latest of each question. */
  answers: number;
  kinds: KindShare[];
  weeks: KindWeek[];
  domains: { total: number; rows: KindedDomain[] };
  /** Cited now and not in the period before, and the reverse; null where there is no period before. */
  newDomains: { total: number; rows: KindedDomain[] } | null;
  goneDomains: { total: number; rows: KindedDomain[] } | null;
  /** Latest answers that cite a rival's pages and none of the owner's. */
  rivalsNotUs: { total: number; rows: RivalsOnly[] };
};

/** What kinds of pages the latest answers of a period rest on, week by week, and against the period before. */
export function sourcesByKind(scope: OverviewScope): SourcesByKind {
  const view = openWindow(scope);
  const before = scope.previousAttempts === null ? null : openWindow({ ...scope, attempts: scope.previousAttempts });
  const { limit } = scope.filters;
  // One set for both periods, so that no page changes its kind between them.
  const recommended = recommendedIn([...view.answers, ...(before?.answers ?? [])], view.owner.domain);
  const kindOf = (source: { domain: string; owned: boolean }) => sourceKindOf(source, recommended);
  const now = domainsOf(view.answers, kindOf);
  const then = before === null ? null : domainsOf(before.answers, kindOf);
  const withBefore = now.map((row) => ({ ...row, answersBefore: then === null ? null : (answersOf(then, row) ?? 0) }));
  const isGone = (row: KindedDomain) => answersOf(now, row) === null;
  const gone = then?.filter(isGone).map((row) => ({ ...row, answers: 0, answersBefore: row.answers })) ?? null;
  const fresh = then === null ? null : withBefore.filter(({ answersBefore }) => answersBefore === 0);
  const rivalsOnly = rivalsNotUs(view, kindOf);
  const cut = <Row>(rows: readonly Row[]) => ({ total: rows.length, rows: rows.slice(0, limit) });
  return {
    ...reportHead(scope, view),
    answers: view.answers.length,
    kinds: kindShares(view.answers, kindOf),
    weeks: weeksOf(view, kindOf),
    domains: cut(withBefore),
    newDomains: fresh === null ? null : cut(fresh),
    goneDomains: gone === null ? null : cut(gone),
    rivalsNotUs: cut(rivalsOnly),
  };
}

type KindOf = (source: { domain: string; owned: boolean }) => SourceKind;

function recommendedIn(answers: readonly Listing[], own: string): ReadonlySet<string> {
  return new Set(answers.flatMap(({ positions }) => [...positions.keys()].filter((domain) => domain !== own)));
}

function kindShares(answers: readonly Listing[], kindOf: KindOf): KindShare[] {
  const uses = answers.flatMap((answer) => answer.cited.map((source) => ({ source, answer, kind: kindOf(source) })));
  return sourceKinds.map((kind) => {
    const ofKind = uses.filter((use) => use.kind === kind);
    const runIds = sortedOnce(ofKind.map(({ answer }) => answer.attempt.runId));
    return {
      kind,
      citations: ofKind.length,
      share: uses.length === 0 ? null : ofKind.length / uses.length,
      domains: new Set(ofKind.map(({ source }) => source.domain)).size,
      answers: runIds.length,
      runIds,
    };
  });
}

function domainsOf(answers: readonly Listing[], kindOf: KindOf): KindedDomain[] {
  const uses = answers.flatMap((answer) => answer.cited.map((source) => ({ source, answer })));
  return [...Map.groupBy(uses, ({ source }) => source.domain)]
    .map(([domain, ofDomain]) => {
      const runIds = sortedOnce(ofDomain.map(({ answer }) => answer.attempt.runId));
      const owned = ofDomain.some(({ source }) => source.owned);
      return {
        domain,
        kind: kindOf({ domain, owned }),
        answers: runIds.length,
        answersBefore: null,
        questionIds: sortedOnce(ofDomain.map(({ answer }) => answer.attempt.caseId)),
        runIds,
      };
    })
    .sort((a, b) => b.answers - a.answers || codeUnitOrder(a.domain, b.domain));
}

function answersOf(rows: readonly KindedDomain[], { domain }: KindedDomain): number | null {
  return rows.find((row) => row.domain === domain)?.answers ?? null;
}

/** Over all completed answers that were read, not the latest alone: a week shows what was answered in it. */
function weeksOf({ questions }: AttemptWindow, kindOf: KindOf): KindWeek[] {
  const completed = questions.flatMap((question) => question.completed);
  const dated = completed.flatMap((answer) => {
    const date = answer.attempt.observedAt?.slice(0, 10);
    return date === undefined ? [] : [{ answer, week: bucketOf(date, 'week') }];
  });
  return [...Map.groupBy(dated, ({ week }) => week.start)]
    .sort(([a], [b]) => codeUnitOrder(a, b))
    .map(([start, ofWeek]) => {
      const kinds = ofWeek.map(({ answer }) => new Set(answer.cited.map(kindOf)));
      const citing = Object.fromEntries(
        sourceKinds.map((kind) => [kind, kinds.filter((held) => held.has(kind)).length]),
      ) as KindWeek['citing'];
      return { start, end: ofWeek[0]?.week.end ?? start, answers: ofWeek.length, citing };
    });
}

function rivalsNotUs(view: AttemptWindow, kindOf: KindOf): RivalsOnly[] {
  return view.questions.flatMap(({ latest, caseId, question }) => {
    if (latest === null || latest.cited.some(({ owned }) => owned)) return [];
    const rivals = sortedOnce(latest.cited.filter((source) => kindOf(source) === 'rival').map(({ domain }) => domain));
    return rivals.length === 0 ? [] : [{ questionId: caseId, question, runId: latest.attempt.runId, rivals }];
  });
}
