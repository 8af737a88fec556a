import type { Listing, UsedSource } from '../../marks/listing.ts';
import { codeUnitOrder, sortedOnce } from '../../text/codeUnitOrder.ts';
import type { OpenReport } from '../reportData.ts';
import type { SourceType } from '../scope.ts';

/** One normalised URL over the latest answers. */
export type CitedUrl = {
  url: string;
  title: string | null;
  domain: string;
  owned: boolean;
  /** Number of answers that cite it, once each, and of their questions. */
  answers: number;
  questions: number;
  /** Number of answers whose search returned it but which do not cite it. */
  retrievedOnly: number;
  runIds: string[];
};

export type CitedDomain = {
  domain: string;
  owned: boolean;
  urls: number;
  answers: number;
  questions: number;
  /** Number of cited pages, once per answer, and their fraction of all citations of all kinds. */
  citations: number;
  share: number;
  /** The answers that cite it. */
  runIds: string[];
};

export type TopCitations = {
  /** All citations, before the source filter. */
  totals: { citations: number; urls: number; domains: number; ownedCitations: number };
  citations: { total: number; rows: CitedUrl[] };
  domains: { total: number; rows: CitedDomain[] };
  /** Returned by searches but cited by no answer; `runIds` are the answers whose search returned it. */
  retrievedOnly: { total: number; rows: CitedUrl[] };
};

type Use = { source: UsedSource; answer: Listing };

/** The source filter and the limit affect the lists, never the shares: a share is always of all citations. */
export function topCitations({ data, answers, cut }: OpenReport): TopCitations {
  const { sourceType } = data.filters;
  const cited = listUses(answers, (answer) => answer.cited);
  const retrieved = listUses(answers, (answer) => answer.retrieved);
  const citedByUrl = byUrl(cited);
  const retrievedByUrl = byUrl(retrieved);
  const isWanted = (row: { owned: boolean }) => matches(row.owned, sourceType);
  const urls = [...citedByUrl.values()]
    .map((uses) => citedUrl(uses, retrievedByUrl.get(uses[0].source.url)?.length ?? 0, uses))
    .filter(isWanted)
    .sort((a, b) => b.answers - a.answers || b.questions - a.questions || codeUnitOrder(a.url, b.url));
  const domains = citedDomains(answers, sourceType);
  const neverCited = [...retrievedByUrl.values()]
    .filter((uses) => !citedByUrl.has(uses[0].source.url))
    .map((uses) => citedUrl(uses, uses.length, []))
    .filter(isWanted)
    .sort((a, b) => b.retrievedOnly - a.retrievedOnly || codeUnitOrder(a.url, b.url));
  return {
    totals: {
      citations: cited.length,
      urls: citedByUrl.size,
      domains: new Set(cited.map(({ source }) => source.domain)).size,
      ownedCitations: cited.filter(({ source }) => source.owned).length,
    },
    citations: cut(urls),
    domains: cut(domains),
    retrievedOnly: cut(neverCited),
  };
}

type Uses = [Use, ...Use[]];

/**
 * @param uses every use of the page
 * @param citing uses in answers that cite it
 */
function citedUrl(uses: Uses, retrievedOnly: number, citing: readonly Use[]): CitedUrl {
  const { source } = uses[0];
  const titles = sortedOnce(uses.flatMap((use) => use.source.title ?? []));
  return {
    url: source.url,
    title: titles[0] ?? null,
    domain: source.domain,
    owned: source.owned,
    answers: citing.length,
    questions: new Set(citing.map((use) => use.answer.attempt.caseId)).size,
    retrievedOnly,
    runIds: sortedOnce(uses.map((use) => use.answer.attempt.runId)),
  };
}

/** Lists domains that these answers cite, most cited first. The source filter affects the list, never the shares. */
export function citedDomains(answers: readonly Listing[], sourceType: SourceType): CitedDomain[] {
  return domainsOf(listUses(answers, (answer) => answer.cited)).filter((row) => matches(row.owned, sourceType));
}

function domainsOf(cited: readonly Use[]): CitedDomain[] {
  return [...Map.groupBy(cited, ({ source }) => source.domain)]
    .map(([domain, uses]) => ({
      domain,
      owned: uses.some(({ source }) => source.owned),
      urls: new Set(uses.map(({ source }) => source.url)).size,
      answers: new Set(uses.map(({ answer }) => answer.attempt.runId)).size,
      questions: new Set(uses.map(({ answer }) => answer.attempt.caseId)).size,
      citations: uses.length,
      share: uses.length / cited.length,
      runIds: sortedOnce(uses.map(({ answer }) => answer.attempt.runId)),
    }))
    .sort((a, b) => b.citations - a.citations || codeUnitOrder(a.domain, b.domain));
}

function listUses(answers: readonly Listing[], of: (answer: Listing) => readonly UsedSource[]): Use[] {
  return answers.flatMap((answer) => of(answer).map((source) => ({ source, answer })));
}

function byUrl(uses: readonly Use[]): Map<string, Uses> {
  const groups = new Map<string, Uses>();
  for (const use of uses) {
    const group = groups.get(use.source.url);
    if (group === undefined) groups.set(use.source.url, [use]);
    else group.push(use);
  }
  return groups;
}

function matches(owned: boolean, sourceType: SourceType): boolean {
  return sourceType === 'all' || owned === (sourceType === 'owned');
}
