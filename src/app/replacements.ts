import type { CaptureLimits } from '../domain/capture/limits.ts';
import type { AdmissionLimits } from '../http/admission.ts';
import type { AnswerProvider } from '../ports/answerProvider.ts';
import type { Log } from '../ports/log.ts';
import type { ModelReader } from '../ports/modelReader.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { SecondReader } from '../ports/secondReader.ts';
import type { SeoProvider } from '../ports/seoProvider.ts';
import type { VendorReader } from '../ports/vendorReader.ts';
import type { FetchClientDocument } from '../providers/accounts/oauthServer.ts';
import type { ServePage } from '../providers/capture/servedPages.ts';
import type { ReadingLimits } from '../providers/reading/threadPool.ts';

/** Parts that tests may replace, none of which a real deployment could notice. */
export type Replacements = {
  runtime?: Runtime;
  log?: Log;
  strictOutput?: boolean;
  /** The engines, the declared one first. */
  answers?: readonly AnswerProvider[];
  secondReader?: SecondReader;
  modelReader?: ModelReader;
  seo?: SeoProvider;
  /** Pages that this program serves to its own captures, such as a demo’s. */
  website?: ServePage;
  captureLimits?: Partial<CaptureLimits>;
  captureLeaseMs?: number;
  /** Resolves a host name to addresses. */
  resolveHost?: (hostname: string) => Promise<readonly string[]>;
  /** Replaces a vendor's address, or the names of addresses. */
  vendors?: Partial<VendorReader>;
  vendorPlace?: (url: string) => string;
  admissionLimits?: Partial<AdmissionLimits>;
  readingLimits?: Partial<ReadingLimits>;
  seoRefusalPausesMs?: readonly number[];
  seoLeaseMs?: number;
  messageLeaseMs?: number;
  messageTimeoutMs?: number;
  fetchClientDocument?: FetchClientDocument;
};
