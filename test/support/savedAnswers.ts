import { readAnswer } from '../../src/domain/answer/readAnswer.ts';
import { extractFacts, publicResult } from '../../src/domain/answer/savedReading.ts';
import { type RunStatus, type SearchMode, type Surface, unknownUsage } from '../../src/domain/runs/run.ts';
import type { RunRecord } from '../../src/domain/runs/runRecord.ts';
import { freezeResponse } from '../../src/engines/openai/openaiAnswer.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { saveRawAnswer, saveResult } from '../../src/store/runs/results.ts';
import { insertRun } from '../../src/store/runs/rows.ts';
import { homeOf } from './records.ts';
import type { TestService } from './service.ts';

export type SavedAnswer = {
  websiteId: string;
  caseId: string;
  createdAt: string;
  /** `Name domain` in order of recommendation; without a domain the name has no link. */
  names?: readonly string[];
  /** Pages that the answer cites after its first name. */
  cites?: readonly string[];
  status?: RunStatus;
  surface?: Surface;
  searchMode?: SearchMode;
  model?: string;
  /** Id of the engine that answered; by default the declared one. */
  engine?: string;
  /** Time of the answer; by default the time of the request. */
  observedAt?: string;
  /** True if its page was read and shows no answer. */
  noAnswer?: boolean;
  /** Text in place of a list of names; `{0}` in it marks where the first of `cites` is cited. */
  text?: string;
};

/** Builds the provider's own object of an answer that lists these names. */
function rawAnswer(names: readonly string[], cites: readonly string[], written: string | undefined) {
  const lines = names.map((entry, index) => {
    const domain = /\s(\S+\.example)$/.exec(entry)?.[1];
    const name = domain === undefined ? entry : entry.slice(0, -domain.length - 1);
    return `${index + 1}. **${domain === undefined ? name : `[${name}](https://${domain}/)`}** – a steady choice`;
  });
  const listed = `These stand out:\n\n${lines.join('\n')}\n`;
  const place = listed.indexOf(' – ');
  const placed = written === undefined ? null : placeMarks(written);
  const text = placed?.text ?? listed;
  return {
    id: 'resp_saved',
    object: 'response',
    status: 'completed',
    output: [
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: {
          type: 'search',
          query: 'steady choice compared',
          sources: cites.map((url) => ({ type: 'url', url })),
        },
      },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          {
            type: 'output_text',
            text,
            annotations: cites.map((url, at) => ({
              type: 'url_citation',
              start_index: placed?.places[at] ?? place,
              end_index: placed?.places[at] ?? place + 3,
              url,
              title: 'A page',
            })),
          },
        ],
      },
    ],
  };
}

/** Removes the marks `{0}`, `{1}` … from the text, and returns their positions. */
function placeMarks(written: string): { text: string; places: number[] } {
  const places: number[] = [];
  let text = written;
  for (let mark = /\{(\d+)\}/.exec(text); mark !== null; mark = /\{(\d+)\}/.exec(text)) {
    places[Number(mark[1])] = mark.index;
    text = text.slice(0, mark.index) + text.slice(mark.index + mark[0].length);
  }
  return { text, places };
}

/** Saves an ended run with its raw answer and reading, as the service would have, and returns its id. */
export async function saveAnswer(service: Pick<TestService, 'api'>, answer: SavedAnswer): Promise<string> {
  const { db, runtime, engines } = service.api;
  const { workspaceId, ownerId, accountId } = await homeOf(service);
  const { createdAt, status = 'completed', engine = 'openai' } = answer;
  const id = runtime.newId('run');
  const completed = status === 'completed';
  const search = {
    engine,
    device: null,
    mode: answer.searchMode ?? 'open-web',
    allowedDomains: [],
    contextSize: 'medium',
  } as const;
  const run: RunRecord = {
    id,
    workspaceId,
    ownerId,
    accountId,
    kind: 'keyword',
    targetId: answer.caseId,
    websiteId: answer.websiteId,
    reservationKey: id,
    harnessKey: 'harness',
    harnessVersion: 'kw-test/1',
    engine,
    surface: answer.surface ?? engines.find(engine)?.measuredSurface ?? 'openai-responses-web-search',
    ask: {
      kind: 'keyword',
      question: `Question ${answer.caseId}`,
      locale: { language: null, country: null, region: null, city: null, timezone: null },
      search: { ...search, model: answer.model ?? 'model-a' },
      seoDomain: null,
    },
    status,
    phase: 'submitted',
    version: 3,
    model: answer.model ?? 'model-a',
    searchMode: search.mode,
    allowedDomains: [],
    useSeoTools: false,
    environmentFingerprint: null,
    completedSearchCount: completed ? 1 : null,
    sessionId: null,
    taskId: null,
    createdAt,
    updatedAt: createdAt,
    observedAt: completed ? (answer.observedAt ?? createdAt) : null,
    submittedAt: createdAt,
    deadlineAt: createdAt,
    cancelRequestedAt: null,
    cancelAsks: 0,
    cancelAskedAt: null,
    reopenedAt: null,
    dueAt: null,
    failedPolls: 0,
    usage: unknownUsage,
    error: completed ? null : 'failed_in_test: it did not work',
    replayOf: null,
    keyId: null,
    planId: null,
  };
  await inTransaction(db, async (tx) => {
    await insertRun(tx, run);
    if (!completed) return;
    const raw = rawAnswer(answer.names ?? [], answer.cites ?? [], answer.text);
    const frozen = freezeResponse(raw);
    if (frozen === null) throw new Error('the saved answer cannot be frozen');
    const reading = readAnswer(frozen);
    const own = run.surface === 'simulator' ? ['simulated: Made by the bundled simulator.'] : [];
    const scope = { workspaceId, runId: id };
    await saveRawAnswer(tx, scope, raw, createdAt);
    const { readerVersion: version, searches } = reading;
    const read = extractFacts(reading, run.ask.question);
    const facts = answer.noAnswer === true ? { ...read, noAnswer: 'no_answer_shown' as const } : read;
    const made = { version, result: publicResult(reading, own), facts, searches };
    await saveResult(tx, scope, made, createdAt);
  });
  return id;
}
