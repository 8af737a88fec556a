import { randomBytes } from 'node:crypto';
import { askToCancel, type Pace, type RemoteToolUse, statusOf, type Work } from './answerWork.ts';
import { type ComposedAnswer, composeAnswer, type OwnedSite, type Voice } from './composeAnswer.ts';
import type { Course } from './faults.ts';
import type { ToolCall } from './requestedTools.ts';

/** A question and our own run id, as named in the create's mark. */
export type AnswerTask = { question: string; runId: string | null };

export type WorksOptions = {
  now: () => number;
  pace: Pace;
  /** Returns the owned websites that may appear in the answer to this create. */
  ownedSites: (asked: AnswerTask) => readonly OwnedSite[];
  /** Maximum number of ended works that are kept; the oldest is dropped first, as by a provider's retention. */
  maxKept: number;
};

/** Parts shared by the simulator's dialects; each uses those that its wire can show. */
export type SimulatorWiring = WorksOptions & {
  /** Calls the remote tool of a request; if null, the simulated agent only pretends to have called it. */
  callTool: ((call: ToolCall) => Promise<string>) | null;
  /** True: every create with a conversation is answered 400 naming that parameter. */
  refusesConversations: boolean;
  /** The provider's own maximum for a page of conversation items, whatever was requested. */
  itemsPerPage: number;
  /** Tells the caller that a task is ready, at the address it gave; null if the caller is never told. */
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

/** Creates the pieces of work that one simulated provider holds. */
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
    /** Returns the work's status for a poll, which also advances work that is paced by polls. */
    look(work: Work): WorkStatus {
      work.looks += 1;
      return status(work);
    },
    /** Returns the work's status for the reply to a cancel, which may still be in progress. */
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

/**
 * Characters that some databases cannot store (U+0000, half a surrogate pair), and characters that reverse the reading
 * order.
 */
const oddCharacters = '\u0000 \u202eאבג\u202c \u2067حسن\u2069 \ud83d \u0000';

function withOddCharacters({ text, annotations, searches, opened }: ComposedAnswer): ComposedAnswer {
  return {
    text: `${text}${oddCharacters}`,
    annotations: annotations.map((one) => ({ ...one, title: `${one.title}${oddCharacters}` })),
    searches: searches.map((one) => ({ ...one, query: `${one.query}${oddCharacters}` })),
    opened,
  };
}
