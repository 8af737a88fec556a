import type { CaptureLimits } from '../../domain/capture/limits.ts';
import type { EvidenceBundle, Fetch, RenderedPage } from '../../domain/checks/evidenceBundle.ts';
import type { AddressGuard } from './addressGuard.ts';
import type { Budget } from './budget.ts';
import { htmlOf } from './readText.ts';
import { finalStatus, finalUrl, type RobotsGate } from './siteFetcher.ts';

export type RenderedFacts = Omit<RenderedPage, 'fetchId'>;

export type RenderSession = {
  /** Renders a page; null if it could not be shown in time. A broken session returns null from then on. */
  render(url: string): Promise<RenderedFacts | null>;
  bytes(): number;
  /** Returns how many requests the pages made so far, and how many robots.txt prevented. */
  requests(): { sent: number; keptOutByRobots: number };
  close(): Promise<void>;
};

/** A browser, if available. Everything it loads passes the capture's guard. */
export type PageRenderer = {
  /** Returns why it cannot be used; null if it can. */
  whyNot(): 'not_found' | 'refused_as_root' | null;
  /** Opens the browser; rejects if it does not start. */
  open(guard: AddressGuard, agent: string, limits: CaptureLimits, mayAsk: RobotsGate): Promise<RenderSession>;
};

export type Rendering = Pick<EvidenceBundle, 'renderer' | 'rendered'>;

/** Renders the home page and the first sampled pages in a browser, after everything else, within the budget. */
export async function renderPages(
  pages: readonly Fetch[],
  renderer: PageRenderer | null,
  context: { guard: AddressGuard; agent: string; limits: CaptureLimits; budget: Budget; mayAsk: RobotsGate },
): Promise<Rendering> {
  const { guard, agent, limits, budget, mayAsk } = context;
  if (renderer === null || limits.renderedPages === 0) return none('not_configured');
  const whyNot = renderer.whyNot();
  if (whyNot !== null) return none(whyNot);
  const fetches = pages
    .slice(0, limits.renderedPages)
    .filter((page) => finalStatus(page) === 200 && htmlOf(page) !== null);
  if (fetches.length === 0) return { renderer: { available: true, reason: 'ok' }, rendered: [] };
  let session: RenderSession;
  try {
    session = await renderer.open(guard, agent, limits, mayAsk);
  } catch {
    return none('failed');
  }
  const rendered: RenderedPage[] = [];
  let tried = 0;
  try {
    for (const page of fetches) {
      if (await budget.hasEnded()) break;
      tried += 1;
      const before = session.bytes();
      const facts = await session.render(finalUrl(page));
      budget.addBytes(session.bytes() - before);
      if (facts !== null) rendered.push({ fetchId: page.id, ...facts });
    }
  } finally {
    await session.close();
  }
  if (rendered.length === 0 && tried > 0) return none('failed');
  const { sent, keptOutByRobots } = session.requests();
  return { renderer: { available: true, reason: 'ok', requests: sent, keptOutByRobots }, rendered };
}

function none(reason: Exclude<Rendering['renderer']['reason'], 'ok'>): Rendering {
  return { renderer: { available: false, reason }, rendered: [] };
}
