import { everyPage } from '../../client/everyPage.ts';
import type { OutputOf } from '../../contract/callTypes.ts';
import { exactProposals } from '../../domain/identity/commonWordNames.ts';
import { nameForm } from '../../domain/identity/nameForm.ts';
import { isNamedIn, registeredName, searchedText } from '../../domain/identity/registeredNames.ts';
import { count } from '../../domain/text/count.ts';
import { printError } from '../output.ts';
import { callServer } from '../serverConnection.ts';

type Question = OutputOf<'listQuestions'>['items'][number];

/** Warns of websites that most of their questions name: an alias that is a common word leaves a report empty. */
export function brandedWarnings(questions: readonly Question[]): string[] {
  const byDomain = Map.groupBy(questions, ({ target }) => target?.domain ?? '');
  return [...byDomain].flatMap(([domain, own]) => {
    const branded = own.filter((question) => question.branded).length;
    if (branded * 2 <= own.length) return [];
    const share = `${branded} of ${count(own.length, 'question')}`;
    return [
      `website ${domain}: ${share} contain its name or an alias, so reports leave them out; if one of these names is a common word, remove it, or run \`sightline questions tag <ids> --branded no\``,
    ];
  });
}

/** Prints that warning for the website of new questions, if one of them is branded. */
export async function warnOfBranded(added: readonly Question[]): Promise<void> {
  const websiteId = added.find(({ branded }) => branded)?.target?.websiteId;
  if (websiteId === undefined) return;
  for (const line of brandedWarnings(await everyPage(callServer, 'listQuestions', { websiteId }))) printError(line);
}

/** Warns of names of a new website that most saved questions contain, or that are a common word. */
export async function warnOfCommonNames(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const texts = (await everyPage(callServer, 'listQuestions', {})).map(({ query }) => searchedText(query));
  for (const name of names) {
    const named = texts.filter((text) => isNamedIn(text, registeredName(name, false))).length;
    if (named * 2 <= texts.length && exactProposals([name], [], []).length === 0) continue;
    const saved = named === 0 ? '' : ` (${named} of ${count(texts.length, 'saved question')})`;
    printError(`“${name}” is compared as “${nameForm(name)}”: reports leave out questions that contain it${saved}`);
  }
}
