import { z } from 'zod';
import type { PriceRow } from '../../domain/money/priceBook.ts';
import { engineLabel } from '../../domain/runs/engineLabels.ts';
import type { AnswerProvider } from '../../ports/answerProvider.ts';
import type { RetrieveOutcome } from '../../ports/answerReader.ts';
import { fillRecord, textOf, type WireRecord, wordOf } from '../../providers/wireRecords.ts';
import {
  type BackgroundOptions,
  type BackgroundWire,
  backgroundOptions,
  createBackgroundEngine,
} from '../createBackgroundEngine.ts';
import { defineEngine } from '../defineEngine.ts';
import { address, text } from '../settingSchemas.ts';
import { mismatchedReply, pollFailureOf, type ReadError } from '../vendorReply.ts';
import { freezeClaudeResult } from './claudeAnswer.ts';
import { createLostBatches, type MarkReading } from './claudeLostBatches.ts';
import { claudeBatchBody, claudeFingerprint, claudeHarness, maxOutputTokens, maxSearches } from './claudeRequest.ts';
import { buildClaudeSnapshot, pendingClaudeSnapshot } from './claudeSnapshot.ts';
import prices from './prices.json' with { type: 'json' };

/** Pause between two searches for a lost batch while a batch that could match is in progress. */
const lostRetryMs = 600_000;

const id = 'claude-api';
const simulatorPath = '/anthropic';
const batches = '/v1/messages/batches';
const refusals = new Set([400, 401, 403, 404, 413, 429]);

const readError: ReadError = (body) => {
  const error = fillRecord(body.error);
  const code = textOf(error?.type);
  if (body.type !== 'error' || code === null) return null;
  return { code, message: textOf(error?.message) ?? 'The provider gave no reason.' };
};

/**
 * Claude with web search, each question as a batch of one: created by one POST, found again by the tag in its result.
 */
export function createClaudeBatch(options: BackgroundOptions): AnswerProvider {
  return createBackgroundEngine(
    {
      facts: {
        id,
        label: engineLabel(id),
        vendor: 'Anthropic',
        harnessName: claudeHarness,
        recovery: 'by_window',
        recoveryNote:
          'Among the batches that the provider made at that time, by the run id in their results: once the batch has ended, at most a day later.',
        honours: ['domains', 'country', 'region', 'city', 'language', 'timezone', 'model'],
        usualMs: 600_000,
        deadlineMs: 26 * 3_600_000,
        work: {
          typical: { inputTokens: 40_000, outputTokens: 1_200, searches: 2 },
          max: { inputTokens: 105_000, outputTokens: maxOutputTokens, searches: maxSearches },
        },
        // Most batches end within an hour; the vendor gives up after 24 hours.
        looks: [
          { fromMs: 0, everyMs: 30_000 },
          { fromMs: 600_000, everyMs: 120_000 },
          { fromMs: 7_200_000, everyMs: 600_000 },
        ],
      },
      vendorUrl: 'https://api.anthropic.com',
      headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
      path: batches,
      readError,
      isRefusal: (status) => refusals.has(status),
      fingerprint: claudeFingerprint,
      body: claudeBatchBody,
      snapshot: pendingClaudeSnapshot,
      freeze: freezeClaudeResult,
    },
    options,
    (wire) => {
      const lostBatches = createLostBatches({
        listPage: (after) =>
          wire.call({
            method: 'GET',
            path: `${batches}?limit=100${after === null ? '' : `&after_id=${encodeURIComponent(after)}`}`,
          }),
        readMark: (batch) => readMark(wire, batch),
        retrieve: (taskId) => wire.retrieve({ sessionId: null, taskId }),
        submitTimeoutMs: options.submitTimeoutMs,
        retryMs: options.hastened(lostRetryMs),
      });
      return {
        read: (batch) => readBatch(wire, batch),
        onAccepted: lostBatches.remember,
        findLost: lostBatches.find,
        async probe() {
          const reply = await wire.call({ method: 'GET', path: `${batches}?limit=1` });
          return reply.ok
            ? { ok: true, message: 'The key may list batches, as finding a lost purchase needs.' }
            : { ok: false, message: reply.summary };
        },
      };
    },
  );
}

async function readBatch(wire: BackgroundWire, batch: WireRecord): Promise<RetrieveOutcome> {
  if (batch.processing_status !== 'ended') return { kind: 'found', snapshot: pendingClaudeSnapshot(batch) };
  if (textOf(batch.results_url) === null && textOf(batch.archived_at) !== null) return { kind: 'gone' };
  const results = await readResults(wire, batch);
  if (results.kind !== 'lines') return results;
  const [line, ...others] = results.lines;
  if (line === undefined || others.length > 0) return mismatchedReply;
  return { kind: 'found', snapshot: buildClaudeSnapshot(batch, line, wire.clean) };
}

async function readMark(wire: BackgroundWire, batch: WireRecord): Promise<MarkReading> {
  const results = await readResults(wire, batch);
  if (results.kind === 'lines') {
    const [first, ...others] = results.lines;
    return { kind: 'read', mark: others.length > 0 ? null : textOf(first?.custom_id) };
  }
  return results.kind === 'unavailable' ? results : { kind: 'read', mark: null };
}

/** Reads the lines of an ended batch, or the reason why there are none. */
async function readResults(
  { ask, baseUrl, replyOf }: BackgroundWire,
  batch: WireRecord,
): Promise<{ kind: 'lines'; lines: readonly WireRecord[] } | RetrieveOutcome> {
  const response = await ask({ method: 'GET', path: resultsPath(batch, baseUrl) });
  if (response.kind === 'answered' && response.status === 200) {
    const lines = jsonLines(response.text);
    if (lines !== null) return { kind: 'lines', lines };
    return { kind: 'unavailable', cause: 'The results of the provider cannot be read.', retryAfterSeconds: null };
  }
  const reply = replyOf(response);
  return reply.ok ? mismatchedReply : pollFailureOf(reply);
}

/** Returns the vendor's address of the results if it is on the vendor's own host: the key is sent nowhere else. */
function resultsPath(batch: WireRecord, baseUrl: string): string {
  const stated = URL.parse(textOf(batch.results_url) ?? '');
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const isOwn = stated !== null && stated.origin === base.origin && stated.pathname.startsWith(`${prefix}/`);
  return isOwn
    ? `${stated.pathname.slice(prefix.length)}${stated.search}`
    : `${batches}/${encodeURIComponent(wordOf(batch.id))}/results`;
}

/** Parses the records of a JSONL text; null if a line is not one. */
function jsonLines(text: string): readonly WireRecord[] | null {
  const records: WireRecord[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    try {
      const record = fillRecord(JSON.parse(line));
      if (record === null) return null;
      records.push(record);
    } catch {
      return null;
    }
  }
  return records;
}

export const claudeApi = defineEngine({
  id,
  kind: 'api',
  variables: {
    ANTHROPIC_API_KEY: text.describe('Provider key of the engine claude-api.'),
    ANTHROPIC_BASE_URL: address.describe('Another address with the same protocol, without /v1.'),
    ANTHROPIC_MODEL: z.string().default('claude-sonnet-5-5').describe('Its model when a case names none.'),
  },
  credentials: ['ANTHROPIC_API_KEY'],
  foreignNames: { CLAUDE_API_KEY: 'ANTHROPIC_API_KEY' },
  inTrial: true,
  needsWord: () => null,
  make: ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, ANTHROPIC_MODEL: model, ...settings }, parts) =>
    createClaudeBatch(backgroundOptions({ key, url, model, simulatorPath }, settings, parts)),
  freeze: freezeClaudeResult,
  prices: prices as PriceRow[],
  simulator: {
    variable: 'ANTHROPIC_BASE_URL',
    path: simulatorPath,
    dialect: async () => (await import('./claudeDialect.ts')).createClaudeDialect,
    faults: async () => (await import('./claudeFaults.ts')).claudeFaults,
  },
});
