import { notFound } from '../../domain/errors.ts';
import { type Engine, isSimulated } from '../../domain/runs/engine.ts';
import type { Surface } from '../../domain/runs/run.ts';
import type { LeftOutEngine } from '../../domain/visibility/engines/comparison.ts';
import type { QuestionKinds } from '../../domain/visibility/questionKinds.ts';
import type { ReportData } from '../../domain/visibility/reportData.ts';
import { haveAttempts } from '../../store/visibility/attempts.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';
import { loadPlace } from './readReport.ts';
import {
  buildSource,
  chosenBy,
  type Reader,
  type ReportPlace,
  selectPlace,
  type VisibilityQuery,
} from './reportPlace.ts';

/** Engines of one report, all measured or all simulated, each with the data read for it. */
export type LoadedEngines<Loaded> = {
  website: RegisteredWebsite;
  simulated: boolean;
  questionKinds: QuestionKinds | null;
  /** Cases of the questions that are counted; null: every case. */
  caseIds: readonly string[] | null;
  engines: { id: string; label: string; scope: Loaded }[];
  leftOut: LeftOutEngine[];
};

/** Reads the newest attempts about a website, separately for every engine. Starts nothing. @throws not_found */
export async function loadEngines(
  reader: Reader,
  query: VisibilityQuery,
  selection?: readonly Engine[],
): Promise<LoadedEngines<ReportData>> {
  return loadEach(reader, query, selection, {
    load: (place) => loadPlace(reader, query, place),
    isEmpty: ({ attempts }) => attempts.length === 0,
  });
}

/**
 * Reads data about a website, separately for every engine. The declared engine decides whether measured or simulated
 * answers are read; it is listed even without attempts. Starts nothing. @throws not_found
 */
export async function loadEach<Loaded>(
  reader: Reader,
  query: VisibilityQuery,
  selection: readonly Engine[] = reader.engines.known,
  { load, isEmpty }: { load(place: ReportPlace): Promise<Loaded>; isEmpty(loaded: Loaded): boolean },
): Promise<LoadedEngines<Loaded>> {
  const { workspaceId } = reader.principal;
  const { declared } = reader.engines;
  const website = await findVisibilityWebsite(reader.db, workspaceId, query.websiteId);
  if (website === null) throw notFound('website');
  const simulated = isSimulated(
    await buildSource(reader, selection.includes(declared) ? declared : (selection[0] ?? declared), website),
  );
  const counted = await chosenBy(reader, query, website);
  const engines: LoadedEngines<Loaded>['engines'] = [];
  const leftOut: LeftOutEngine[] = [];
  const sources = selection.flatMap(({ id, measuredSurface }) => [
    { engine: id, surface: measuredSurface },
    { engine: id, surface: 'simulator' as const },
  ]);
  const answers = await haveAttempts(reader.db, workspaceId, website.id, sources);
  const isAsked = (id: string, surface: Surface) =>
    sources.some((source, index) => source.engine === id && source.surface === surface && answers[index] === true);
  for (const engine of selection) {
    const { id, label, measuredSurface, state } = engine;
    const [surface, other]: [Surface, Surface] = simulated
      ? ['simulator', measuredSurface]
      : [measuredSurface, 'simulator'];
    // Engines that were never asked about this website are skipped.
    if (id === declared.id || isAsked(id, surface)) {
      const place = selectPlace(reader, query, { website, source: { engine: id, surface }, chosen: counted });
      const scope = await load(place);
      if (!isEmpty(scope) || id === declared.id) {
        engines.push({ id, label, scope });
        continue;
      }
    }
    if (isAsked(id, other)) {
      leftOut.push({ engine: id, label, reason: otherKind[simulated ? 'simulated' : 'measured'] });
    } else if (state === 'ready') {
      leftOut.push({ engine: id, label, reason: 'It answered no question about this website in this period.' });
    }
  }
  // One engine has its own questions; for several, questions asked at any of them count.
  const request = {
    workspaceId,
    websiteId: website.id,
    engine: selection.length === 1 ? (selection[0]?.id ?? null) : null,
  };
  const questionKinds = await counted.count(reader.db, { ...request, surface: null }, query);
  return { website, simulated, questionKinds, caseIds: counted.caseIds, engines, leftOut };
}

const otherKind = {
  measured: 'Its saved answers are simulated and those of this report are measured, so they cannot be compared.',
  simulated: 'Its saved answers are measured and those of this report are simulated, so they cannot be compared.',
} as const;
