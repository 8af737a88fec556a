import type { Command } from 'commander';
import type { OutputOf } from '../../contract/callTypes.ts';
import { asCsv } from '../../domain/text/csv.ts';
import { addListVerb } from '../nouns/listVerb.ts';
import { websiteOfOption } from '../onlyWebsite.ts';
import { printResult, printView } from '../output.ts';
import { tableView } from '../report/view.ts';
import { safeFields } from '../safe.ts';
import { callServer } from '../serverConnection.ts';

type Item = OutputOf<'listWork'>['items'][number];

const columns = ['id', 'state', 'owner', 'due', 'rule', 'subject', 'questions', 'answers', 'title'];

/** Adds `work`: list, claim, finish and decline what the evidence suggests. */
export function addWorkCommands(program: Command): void {
  const work = program.command('work').description('suggestions from answers, captures and logs, with assignees');
  addListVerb(work)
    .description('list suggestions from answers, captures and logs, with assignees')
    .option('--website <id>', 'id or domain (default: your only one)')
    .option('--state <states>', 'open, doing, done, declined, gone, separated by commas; or all', 'open,doing')
    .option('--csv', 'print CSV')
    .action(listWork);
  work
    .command('claim <id>')
    .description('claim an item')
    .option('--owner <name>', 'assignee (default: you)')
    .option('--due <day>', 'YYYY-MM-DD')
    .action(async (id: string, { owner, due }: { owner?: string; due?: string }) => {
      const details = { ...(owner === undefined ? {} : { owner }), ...(due === undefined ? {} : { dueDay: due }) };
      printItem((await callServer('claimWork', { id, ...details })).item);
    });
  work
    .command('finish <id>')
    .description('mark an item as done; later evidence verifies it')
    .action(async (id: string) => printItem((await callServer('finishWork', { id })).item));
  work
    .command('decline <id> <reason>')
    .description('decline an item; it returns only with a different kind of evidence')
    .action(async (id: string, reason: string) => printItem((await callServer('declineWork', { id, reason })).item));
  work
    .command('reopen <id>')
    .description('reopen an item')
    .action(async (id: string) => printItem((await callServer('reopenWork', { id })).item));
}

function cellsOf({ id, state, owner, dueDay, evidence }: Item) {
  const { rule, subject, questionIds, answers, title } = evidence;
  return [id, state, owner ?? '', dueDay ?? '', rule, subject, questionIds.length, answers, title];
}

function printItem(item: Item): void {
  const { state, id, evidence, owner, experiment } = item;
  const line = `${state}  ${id}  ${evidence.title}${owner === null ? '' : `  (${owner})`}`;
  const hint =
    experiment === null
      ? []
      : [`Did it help? sightline experiments preview protocol.json with ${JSON.stringify(experiment)}`];
  printResult(item, () => [line, ...hint].join('\n'));
}

async function listWork({ website, state, csv }: { website?: string; state: string; csv?: boolean }): Promise<void> {
  const { items, total } = await callServer('listWork', { websiteId: await websiteOfOption(website), state });
  const record = { items, total };
  if (csv === true) return printResult(record, () => asCsv(safeFields({ columns, rows: items.map(cellsOf) })));
  const rows = items.map((item) => {
    const [id, itemState, owner, due, rule, , questions, answers, title] = cellsOf(item).map(String);
    return [id, itemState, owner, due, rule, questions, answers, title].map((cell) => cell ?? '');
  });
  const notes = total > items.length ? [`${total - items.length} more not shown`] : [];
  const section = {
    title: 'Work',
    columns: ['id', 'state', 'owner', 'due', 'rule', 'questions', 'answers', { name: 'item', flexible: true as const }],
    rows,
    empty: 'nothing to do',
  };
  printView(record, () => tableView(section, notes));
}
