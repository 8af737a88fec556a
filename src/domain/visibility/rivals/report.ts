import type { Listing, UsedSource } from '../../marks/listing.ts';
import type { ListingStatus } from '../../marks/listingDecision.ts';
import { codeUnitOrder } from '../../text/codeUnitOrder.ts';
import { type AveragePosition, averagePosition } from '../listingScore.ts';
import { openReport, type ReportData } from '../reportData.ts';
import { type ReportHead, reportHead } from '../reportHead.ts';
import { type RivalStanding, rivalVisibility } from './rivals.ts';

type WithoutUs = {
  caseId: string;
  question: string;
  runId: string;
  observedAt: string | null;
  /** Position of the rival in the answer. */
  position: number;
  /** `unknown`: it is undecided whether the answer recommends the website too. */
  ownStatus: Exclude<ListingStatus, 'listed'>;
};

type CarryingSource = {
  url: string;
  title: string | null;
  domain: string;
  owned: boolean;
  /** Number of answers that recommend the rival and cite the page, and of those that cite it at the rival's name. */
  answers: number;
  atName: number;
  /** Number of answers that recommend the website and cite the page. */
  withUs: number;
};

/** One rival: its score, where it is recommended and the website is not, and the pages that those answers cite. */
export type RivalReport = ReportHead & {
  standing: RivalStanding;
  positions: AveragePosition;
  withoutUs: { total: number; rows: WithoutUs[] };
  sources: { total: number; rows: CarryingSource[] };
};

/** Computes over the latest answer of each question; null: the domain is not a declared rival. */
export function rivalReport(data: ReportData, domain: string): RivalReport | null {
  const report = openReport(data);
  const { answers, cut } = report;
  const standing = rivalVisibility(report).rivals.find((one) => one.domain === domain);
  if (standing === undefined) return null;
  const withoutUs = answers.flatMap((answer): WithoutUs[] => {
    const position = answer.positions.get(domain);
    const { status } = answer.own;
    if (position === undefined || status === 'listed') return [];
    const { caseId, question, runId, observedAt } = answer.attempt;
    return [{ caseId, question, runId, observedAt, position, ownStatus: status }];
  });
  withoutUs.sort((a, b) => a.position - b.position || codeUnitOrder(a.question, b.question));
  return {
    ...reportHead(data, report.view),
    standing,
    positions: averagePosition(answers, domain),
    withoutUs: cut(withoutUs),
    sources: cut(listSources(answers, domain, report.domain)),
  };
}

function listSources(answers: readonly Listing[], domain: string, own: string): CarryingSource[] {
  const foundByKey = new Map<string, { source: UsedSource; answers: number; atName: number }>();
  for (const answer of answers) {
    if (!answer.positions.has(domain)) continue;
    const atName = new Set(
      (answer.attempt.facts?.mentions ?? []).flatMap((mention, index) =>
        answer.identities[index]?.domain === domain ? mention.citationUrls : [],
      ),
    );
    for (const source of answer.cited) {
      const row = foundByKey.get(source.url) ?? { source, answers: 0, atName: 0 };
      row.answers += 1;
      if (atName.has(source.url)) row.atName += 1;
      foundByKey.set(source.url, row);
    }
  }
  const ours = answers.filter(({ positions }) => positions.has(own));
  return [...foundByKey.values()]
    .map(({ source: { url, title, domain: home, owned }, ...counts }) => ({
      ...{ url, title, domain: home, owned, ...counts },
      withUs: ours.filter(({ cited }) => cited.some((one) => one.url === url)).length,
    }))
    .sort((a, b) => b.atName - a.atName || b.answers - a.answers || codeUnitOrder(a.url, b.url));
}
