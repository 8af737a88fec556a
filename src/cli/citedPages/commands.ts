import type { Command } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { websiteOfOption, websiteOption } from '../onlyWebsite.ts';
import { printResult, printView } from '../output.ts';
import type { ReportView } from '../report/view.ts';
import { callServer } from '../serverConnection.ts';

type Gaps = OutputOf<'listSourceGaps'>;
type Options = { website?: string };

const collect = (value: string, all: string[]): string[] => [...all, value];

/** Adds `sources` and `facts`: cited pages as evidence, and what answers say about your facts. None of them buys. */
export function addSourceCommands(program: Command): Command {
  const sources = program.command('sources').description('cited pages that recommend others and not you');
  addListVerb(sources)
    .description('list cited pages that recommend others and not you, most questions first')
    .option(...websiteOption)
    .option('--all', 'include pages that name you, were not read, or recommend no name')
    .action(printGaps);
  sources
    .command('read')
    .description('queue the pages that the latest answers cite; the server reads them slowly (needs `manage`)')
    .option(...websiteOption)
    .action(queuePages);
  sources
    .command('forget')
    .description('delete all data of a host, and stop reading it (needs `manage`)')
    .argument('<host>', 'such as list.example')
    .action(forgetHost);
  const facts = program.command('facts').description('your facts, and answers that contradict them');
  addListVerb(facts)
    .description('list your facts, and answers that contradict them')
    .option(...websiteOption)
    .action(printConflicts);
  facts
    .command('add')
    .description('add a fact and your page that states it, or a new value of a fact (needs `manage`)')
    .requiredOption('--kind <kind>', 'price, number, date, place, phone, hours, feature or certificate')
    .requiredOption('--name <name>', 'subject, such as "Team plan"')
    .requiredOption('--value <value>', 'such as "€49 per month", "25 users" or "yes"')
    .requiredOption('--source <url>', 'your page that states it')
    .option('--word <word>', 'keyword of sentences about it; repeatable', collect, [])
    .option(...websiteOption)
    .action(addFact);
  return facts;
}

async function queuePages(_own: Options, command: Command): Promise<void> {
  const options = command.optsWithGlobals<Options>();
  const counts = await callServer('readCitedPages', { websiteId: await websiteOfOption(options.website) });
  printResult(
    counts,
    () =>
      `${counts.queued} of ${counts.cited} cited pages wait to be read; ${counts.fresh} were read within seven days. ${counts.leftToday} may be read today.`,
  );
}

async function forgetHost(host: string): Promise<void> {
  const forgotten = await callServer('forgetCitedHost', { host });
  printResult(forgotten, () => `${forgotten.host}: ${forgotten.pages} pages deleted; it is no longer read`);
}

async function printGaps(options: Options & { all?: boolean }): Promise<void> {
  const state = options.all === true ? {} : { state: 'open' as const };
  const report = await callServer('listSourceGaps', { websiteId: await websiteOfOption(options.website), ...state });
  printView(report, () => describeGaps(report));
}

function describeGaps({ gaps, answers, questions }: Gaps): ReportView {
  return {
    head: [`Source gaps, over ${answers} answers to ${questions} questions`],
    sections: [
      {
        title: 'Pages',
        columns: [
          { name: 'page', flexible: true },
          'state',
          { name: 'questions', right: true },
          { name: 'answers', right: true },
          'recommends',
          'date',
        ],
        rows: gaps.map((gap) => [
          gap.url,
          gap.state,
          String(gap.questions),
          String(gap.answers),
          gap.recommends
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', '),
          gap.page?.date?.date ?? '',
        ]),
        empty:
          answers === 0
            ? 'no answers yet: `sightline ask "<question>"`'
            : 'no pages; read the cited pages first: `sightline sources read`',
      },
    ],
    notes: ['Facts from the pages. Whether a mention there would change an answer is unknown.'],
  };
}

async function printConflicts(options: Options): Promise<void> {
  const websiteId = await websiteOfOption(options.website);
  const [{ facts }, board] = await Promise.all([
    callServer('listFacts', { websiteId }),
    callServer('listFactConflicts', { websiteId }),
  ]);
  const names = new Map(facts.map(({ id, name }) => [id, name]));
  const { wrong, decided, undecided } = board.wrong;
  const view: ReportView = {
    head: [
      `Facts, over ${board.answers} answers`,
      `${wrong} of ${decided} decided quotes are wrong; ${undecided} undecided`,
    ],
    sections: [
      {
        title: 'Fact sheet',
        columns: ['id', 'fact', 'kind', 'value', 'keywords', { name: 'source', flexible: true }],
        rows: facts.map(({ id, name, kind, words, versions: [newest] }) => [
          ...[id, name, kind, newest?.value ?? '', words.join(', '), newest?.sourceUrl ?? ''],
        ]),
        empty: 'no facts yet; see `sightline facts add --help`',
      },
      {
        title: 'Contradictions and undecided quotes',
        columns: ['fact', 'verdict', 'stated', { name: 'sentence', flexible: true }, 'answer'],
        rows: board.quotes.map((quote) => [
          names.get(quote.factId) ?? '',
          quote.decision?.decision ?? quote.verdict,
          quote.stated ?? '',
          quote.sentence,
          quote.runId,
        ]),
        empty: board.answers === 0 ? 'no answers yet: `sightline ask "<question>"`' : 'no sentence',
      },
    ],
    notes: [],
  };
  printView(board, () => view);
}

type NewFact = { kind: string; name: string; value: string; source: string; word: string[]; website?: string };

async function addFact(_own: NewFact, command: Command): Promise<void> {
  const { kind, name, value, source, word, ...rest } = command.optsWithGlobals<NewFact>();
  const websiteId = await websiteOfOption(rest.website);
  const { facts } = await callServer('listFacts', { websiteId });
  const saved = facts.find((one) => one.kind === kind && one.name === name);
  const words = saved !== undefined && word.length === 0 ? saved.words : word;
  const { fact } =
    saved === undefined
      ? await callServer('createFact', { websiteId, kind: kind as 'price', name, value, sourceUrl: source, words })
      : await callServer('changeFact', { id: saved.id, value, sourceUrl: source, words });
  printResult(fact, () => `${fact.name}: ${fact.versions[0]?.value ?? ''}`);
}
