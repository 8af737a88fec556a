import type { Listing } from '../../marks/listing.ts';
import { codeUnitOrder, sortedOnce } from '../../text/codeUnitOrder.ts';
import { type AttemptWindow, openWindow } from '../attemptWindow.ts';
import type { OpenReport, WeekOfSources } from '../reportData.ts';
import { decideSourceKind, type SourceKind, sourceKinds } from './sourceKind.ts';

type KindShare = {
  kind: SourceKind;
  /** Number of cited pages, once per answer, and their share of all of them; null without any. */
  citations: number;
  share: number | null;
  domains: number;
  /** Number of answers that cite at least one page of the kind. */
  answers: number;
  runIds: string[];
};

type KindedDomain = {
  domain: string;
  kind: SourceKind;
  /** Number of answers that cite it now, and in the previous period; null without one. */
  answers: number;
  answersBefore: number | null;
  questionIds: string[];
  runIds: string[];
};

/** One week, as far as it is inside the period: how many of its latest answers cite a page of each kind. */
type KindWeek = { start: string; end: string; answers: number; citing: { [kind in SourceKind]: number } };

type RivalsOnly = { questionId: string; question: string; runId: string; rivals: string[] };

export type SourcesByKind = {
  /** Number of answers that the shares count: the latest of each question. */
  answers: number;
  /** Number of declared rivals, whose pages count as rivals'. Without any, recommended domains count as rivals. */
  declaredRivals: number;
  kinds: KindShare[];
  weeks: KindWeek[];
  domains: { total: number; rows: KindedDomain[] };
  /** Cited now but not in the previous period, and the reverse; null without a previous period. */
  newDomains: { total: number; rows: KindedDomain[] } | null;
  goneDomains: { total: number; rows: KindedDomain[] } | null;
  /** Latest answers that cite a rival's pages but none of the owner's. */
  rivalsNotUs: { total: number; rows: RivalsOnly[] };
};

/** Kinds of pages cited by the latest answers of a period, by week, and compared with the previous period. */
export function sourcesByKind({ data: scope, view, cut }: OpenReport): SourcesByKind {
  const before = scope.previousAttempts === null ? null : openWindow({ ...scope, attempts: scope.previousAttempts });
  const declared = new Set((scope.website.rivals ?? []).map(({ domain }) => domain));
  // One set for both periods, so that no page changes its kind between them.
  const recommended = recommendedIn([...view.answers, ...(before?.answers ?? [])], view.owner.domain);
  const kindOf = (source: { domain: string; owned: boolean }) => decideSourceKind(source, { declared, recommended });
  const now = listDomains(view.answers, kindOf);
  const then = before === null ? null : listDomains(before.answers, kindOf);
  const withBefore = now.map((row) => ({
    ...row,
    answersBefore: then === null ? null : (deriveAnswers(then, row) ?? 0),
  }));
  const isGone = (row: KindedDomain) => deriveAnswers(now, row) === null;
  const removed = then?.filter(isGone).map((row) => ({ ...row, answers: 0, answersBefore: row.answers })) ?? null;
  const fresh = then === null ? null : withBefore.filter(({ answersBefore }) => answersBefore === 0);
  const rivalsOnly = rivalsNotUs(view, kindOf);
  return {
    answers: view.answers.length,
    declaredRivals: declared.size,
    kinds: kindShares(view.answers, kindOf),
    weeks: (scope.weeks ?? []).flatMap((week) => listWeek(week, kindOf)),
    domains: cut(withBefore),
    newDomains: fresh === null ? null : cut(fresh),
    goneDomains: removed === null ? null : cut(removed),
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

function listDomains(answers: readonly Listing[], kindOf: KindOf): KindedDomain[] {
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

function deriveAnswers(rows: readonly KindedDomain[], { domain }: KindedDomain): number | null {
  return rows.find((row) => row.domain === domain)?.answers ?? null;
}

/** Reports one week separately, with the latest answer in it to each question. */
function listWeek({ start, end, answers }: WeekOfSources, kindOf: KindOf): KindWeek[] {
  if (answers.length === 0) return [];
  const kinds = answers.map((cited) => new Set(cited.map(kindOf)));
  const citing = Object.fromEntries(
    sourceKinds.map((kind) => [kind, kinds.filter((heldKeys) => heldKeys.has(kind)).length]),
  ) as KindWeek['citing'];
  return [{ start, end, answers: answers.length, citing }];
}

function rivalsNotUs(view: AttemptWindow, kindOf: KindOf): RivalsOnly[] {
  return view.questions.flatMap(({ latest, caseId, question }) => {
    if (latest === null || latest.cited.some(({ owned }) => owned)) return [];
    const rivals = sortedOnce(latest.cited.filter((source) => kindOf(source) === 'rival').map(({ domain }) => domain));
    return rivals.length === 0 ? [] : [{ questionId: caseId, question, runId: latest.attempt.runId, rivals }];
  });
}
