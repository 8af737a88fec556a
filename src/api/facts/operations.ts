import type { OutputOf } from '../../contract/callTypes.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { decideFactQuote, type FactBoard, isConflict, readFactBoard } from '../../services/facts/factQuotes.ts';
import { changeFact, createFact, listFacts, removeFact } from '../../services/facts/facts.ts';
import { defineOperation, type Operation } from '../operation.ts';

const reads = { tag: 'Facts', permission: 'read' } as const;
const manages = { tag: 'Facts', permission: 'manage' } as const;

const presentFact = ({ id, websiteId, kind, name, words, versions }: Fact): OutputOf<'createFact'>['fact'] => ({
  ...{ id, websiteId, kind, name, words: [...words] },
  versions: versions.map(({ version, value, sourceUrl, madeAt, madeBy }) => ({
    ...{ version, value, sourceUrl, madeAt, madeBy },
  })),
});

function presentBoard({ simulated, answers, wrong, quotes, pages }: FactBoard): OutputOf<'listFactQuotes'> {
  return {
    ...{ simulated, answers, wrong },
    quotes: quotes.map((quote) => ({
      ...{ factId: quote.factId, version: quote.version, verdict: quote.verdict, stated: quote.stated },
      ...{ sentence: quote.sentence, start: quote.start, end: quote.end, runId: quote.runId },
      ...{ questionId: quote.questionId, question: quote.question, engine: quote.engine },
      ...{ observedAt: quote.observedAt, decision: quote.decision },
    })),
    pages: pages.map(({ url, pageId, factId, version, verdict, value, excerpt }) => ({
      ...{ url, pageId, factId, version, verdict, value, excerpt },
    })),
  };
}

export const factsOperations: readonly Operation[] = [
  defineOperation('listFacts', {
    ...reads,
    summary: 'List the facts that the owner states about a website, with their versions',
    run: async (ctx, { query }) => ({
      status: 200,
      body: { facts: (await listFacts(ctx, query.websiteId)).map(presentFact) },
    }),
  }),
  defineOperation('createFact', {
    ...manages,
    summary: 'State a fact about a website, with the page that states it',
    run: async (ctx, { body }) => ({ status: 201, body: { fact: presentFact(await createFact(ctx, body)) } }),
  }),
  defineOperation('changeFact', {
    ...manages,
    summary: 'Change a fact; a new value creates a new version, and older ones stay',
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { fact: presentFact(await changeFact(ctx, { ...body, id: params.id })) },
    }),
  }),
  defineOperation('removeFact', {
    ...manages,
    summary: 'Stop comparing answers with a fact',
    async run(ctx, { params }) {
      await removeFact(ctx, params.id);
      return { status: 204, body: null };
    },
  }),
  defineOperation('listFactQuotes', {
    ...reads,
    summary: 'List quotes about the facts from the latest answers and cited pages',
    mayLag: true,
    run: async (ctx, { query }) => ({ status: 200, body: presentBoard(await readFactBoard(ctx, query.websiteId)) }),
  }),
  defineOperation('listFactConflicts', {
    ...reads,
    summary: 'List contradictions of the facts, and quotes for the owner to decide',
    mayLag: true,
    async run(ctx, { query }) {
      const board = await readFactBoard(ctx, query.websiteId);
      const pages = board.pages.filter(({ verdict }) => verdict !== 'agrees');
      return { status: 200, body: presentBoard({ ...board, quotes: board.quotes.filter(isConflict), pages }) };
    },
    tools: [
      {
        name: 'list_fact_conflicts',
        rarelyNeeded: true,
        title: 'Conflicts with facts',
        description:
          'Sentences in the latest answers and cited pages that contradict a fact, state an older value, or are undecided. The share of wrong quotes counts decided ones only.',
      },
    ],
  }),
  defineOperation('decideFactQuote', {
    ...manages,
    summary: 'Decide whether a quote is right',
    async run(ctx, { params, body }) {
      await decideFactQuote(ctx, { ...body, factId: params.id });
      return { status: 204, body: null };
    },
  }),
];
