import { notFound } from '../../domain/errors.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { findAudit } from '../../store/audits/rows.ts';
import { wordsOfAudit } from '../../store/audits/words.ts';
import { shownReadings } from '../../store/runs/shownReadings.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import type { Ctx } from '../appContext.ts';
import { readPopulation } from './readPopulation.ts';

/** A checked answer as a row of a gold file, with the website as its one target. */
export type GoldOfAnswer = {
  id: string;
  question: string;
  text: string;
  engine: string;
  language: string;
  topic: string;
  shape: string;
  sources: { url: string; title: string | null }[];
  gold: never[];
  targets: { brand: string; domain: string; aliases: string[]; listed: boolean; position: number | null }[];
};

/** Returns the checked answers of an audit with people's decisions, by run id. @throws not_found */
export async function goldOfAudit(ctx: Ctx, { id }: { id: string }): Promise<GoldOfAnswer[]> {
  const { workspaceId } = ctx.principal;
  const audit = await findAudit(ctx.db, workspaceId, id);
  if (audit === null) throw notFound('audit');
  const place = { workspaceId, websiteId: audit.websiteId };
  const words = await wordsOfAudit(ctx.db, place, id);
  const runIds = [...words.keys()];
  const request = { websiteId: audit.websiteId, engine: audit.engine, startDate: null, endDate: null, runIds };
  const { website, answers } = await readPopulation(ctx, request);
  const runsToRead = runIds.map((runId) => ({ runId, version: null }));
  const readings = await shownReadings(ctx.db, workspaceId, runsToRead);
  const cases = await casesOfWebsite(ctx.db, workspaceId, audit.websiteId);
  const questions = new Map(cases.map((one) => [one.id, one.query]));
  const rows = answers.flatMap(({ runId, caseId, engine, language }): GoldOfAnswer[] => {
    const [word, reading] = [words.get(runId), readings.get(runId)];
    if (word === undefined || reading === undefined) return [];
    const { name: brand, domain, aliases } = website;
    const { recommended: listed, position } = word;
    return [
      {
        ...{ id: runId, question: questions.get(caseId) ?? '', text: reading.text ?? '', engine, language },
        ...{ topic: domain, shape: engine, gold: [] },
        sources: reading.facts.sources.map(({ url, title }) => ({ url, title })),
        targets: [{ brand, domain, aliases: [...aliases], listed, position }],
      },
    ];
  });
  return rows.sort((one, other) => codeUnitOrder(one.id, other.id));
}
