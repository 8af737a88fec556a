import type { OutputOf } from '../../contract/callTypes.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { decideFactQuote, type FactBoard, isConflict, readFactBoard } from '../../services/facts/factQuotes.ts';
import { changeFact, createFact, listFacts, removeFact } from '../../services/facts/facts.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Facts');

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
  define.read('listFacts', {
    summary: 'List the facts that the owner states about a website, with their versions',
    run: async (ctx, { query }) => ({ facts: (await listFacts(ctx, query.websiteId)).map(presentFact) }),
  }),
  define.manage('createFact', {
    summary: 'State a fact about a website, with the page that states it',
    run: async (ctx, { body }) => ({ fact: presentFact(await createFact(ctx, body)) }),
  }),
  define.manage('changeFact', {
    summary: 'Change a fact; a new value creates a new version, and older ones stay',
    run: async (ctx, { params, body }) => ({ fact: presentFact(await changeFact(ctx, { ...body, id: params.id })) }),
  }),
  define.manage('removeFact', {
    summary: 'Stop comparing answers with a fact',
    run: (ctx, { params }) => removeFact(ctx, params.id),
  }),
  define.read('listFactQuotes', {
    summary: 'List quotes about the facts from the latest answers and cited pages',
    mayLag: true,
    run: async (ctx, { query }) => presentBoard(await readFactBoard(ctx, query.websiteId)),
  }),
  define.read('listFactConflicts', {
    summary: 'List contradictions of the facts, and quotes for the owner to decide',
    mayLag: true,
    async run(ctx, { query }) {
      const board = await readFactBoard(ctx, query.websiteId);
      const pages = board.pages.filter(({ verdict }) => verdict !== 'agrees');
      return presentBoard({ ...board, quotes: board.quotes.filter(isConflict), pages });
    },
    tool: {
      rarelyNeeded: true,
      title: 'Conflicts with facts',
      description:
        'Sentences in the latest answers and cited pages that contradict a fact, state an older value, or are undecided. The share of wrong quotes counts decided ones only.',
    },
  }),
  define.manage('decideFactQuote', {
    summary: 'Decide whether a quote is right',
    run: (ctx, { params, body }) => decideFactQuote(ctx, { ...body, factId: params.id }),
  }),
];
