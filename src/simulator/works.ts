import { randomBytes } from 'node:crypto';
import { askToCancel, type Pace, type RemoteToolUse, statusOf, type Work } from './answerWork.ts';
import { type ComposedAnswer, composeAnswer, type OwnedSite, type Voice } from './composeAnswer.ts';
import type { Course } from './faults.ts';
import type { ToolCall } from './requestedTools.ts';

/** Who asks what: the run id is our own, as it stands in the mark of the create. */
export type AnswerTask = { question: string; runId: string | null };

export type WorksOptions = {
  now: () => number;
  pace: Pace;
  /** Owned websites that may appear in the answer to this create. */
  ownedSites: (asked: AnswerTask) => readonly OwnedSite[];
  /** Ended work that is kept at most; the oldest goes first, as a provider's retention would have it. */
  maxKept: number;
};

/** What the dialects of the simulator are made of; each takes what its wire can show. */
export type SimulatorWiring = WorksOptions & {
  /** Calls the remote tool of a request for real; without it the simulated agent only pretends to have called it. */
  callTool: ((call: ToolCall) => Promise<string>) | null;
  /** True: every create with a conversation is answered 400 naming that parameter. */
  refusesConversations: boolean;
  /** The provider's own cap on a page of conversation items, whatever was asked for. */
  itemsPerPage: number;
  /** Tells the caller that a task is ready, at the address it gave; null: nobody is called. */
  pingback: ((url: string) => void) | null;
};

type NewWork = AnswerTask & {
  idPrefix: string;
  request: Readonly<Record<string, unknown>>;
  allowedDomains: readonly string[] | null;
  course: Course;
  voice?: Voice;
  conversationId?: string | null;
  tool?: RemoteToolUse | null;
};

export type WorkStatus = ReturnType<typeof statusOf>;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The pieces of work that one simulated provider holds. */
export function createWorks({ now, pace, ownedSites, maxKept }: WorksOptions) {
  const works = new Map<string, Work>();
  const turns = new Map<string, number>();

  function answerOf({ question, runId, allowedDomains, voice, course }: NewWork, turn: number): ComposedAnswer {
    const composed = composeAnswer(question, turn, ownedSites({ question, runId }), allowedDomains, voice);
    return course === 'odd_text' ? withOddCharacters(composed) : composed;
  }

  function begin(asked: NewWork): Work {
    const { question, runId } = asked;
    const turn = (turns.get(question) ?? 0) + 1;
    turns.set(question, turn);
    const work: Work = {
      id: newId(asked.idPrefix),
      runId,
      request: asked.request,
      conversationId: asked.conversationId ?? null,
      course: asked.course,
      answer: answerOf(asked, turn),
      tool: asked.tool ?? null,
      createdAt: now(),
      looks: 0,
      cancelAskedAt: null,
      looksAtCancel: 0,
      hurried: false,
      ended: null,
    };
    works.set(work.id, work);
    forgetOldest();
    return work;
  }

  const status = (work: Work): WorkStatus => statusOf(work, pace, now());

  function forgetOldest(): void {
    for (const oldest of works.values()) {
      if (works.size <= maxKept) return;
      status(oldest);
      if (oldest.ended === null) return;
      works.delete(oldest.id);
    }
  }

  return {
    begin,
    status,
    /** Its state as a caller sees it who looks: work that goes by looks goes on with each. */
    look(work: Work): WorkStatus {
      work.looks += 1;
      return status(work);
    },
    /** Its state as the reply to a cancel shows it, which may be that it goes on. */
    cancel(work: Work): WorkStatus {
      if (work.course !== 'cancel_loses') {
        askToCancel(work, now());
        return status(work);
      }
      const before = status(work);
      work.hurried = true;
      return before;
    },
    find: (id: string): Work | undefined => works.get(id),
    all: (): readonly Work[] => [...works.values()],
    forget: (id: string): boolean => works.delete(id),
  };
}

/** What some databases cannot store (U+0000, half a character) and what turns the reading order round. */
const oddCharacters = '\u0000 \u202eאבג\u202c \u2067حسن\u2069 \ud83d \u0000';

function withOddCharacters({ text, annotations, searches, opened }: ComposedAnswer): ComposedAnswer {
  return {
    text: `${text}${oddCharacters}`,
    annotations: annotations.map((one) => ({ ...one, title: `${one.title}${oddCharacters}` })),
    searches: searches.map((one) => ({ ...one, query: `${one.query}${oddCharacters}` })),
    opened,
  };
}
