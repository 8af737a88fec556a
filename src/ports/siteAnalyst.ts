import type { WebsiteAnalysis } from '../domain/checks/analyze.ts';
import type { EvidenceBundle } from '../domain/checks/evidence.ts';

/** Runs the pure checks where hostile pages cannot hold up the server. */
export interface SiteAnalyst {
  /** @throws Error when the pages cannot be analysed within the analyst's memory and time */
  analyze(bundle: EvidenceBundle): Promise<WebsiteAnalysis>;
}
