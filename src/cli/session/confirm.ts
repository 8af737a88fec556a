import { UsageError } from '../failures.ts';
import { withPrompter } from './prompter.ts';

/** Asks a yes-or-no question; anything but yes means no. @throws UsageError if no one can answer, naming --yes */
export function confirm(question: string): Promise<boolean> {
  return withPrompter(async (prompter) => {
    if (!prompter.isInteractive)
      throw new UsageError('cannot ask for confirmation without a terminal; pass --yes to proceed');
    return /^y(?:es)?$/i.test(await prompter.line(`${question} [y/N] `));
  });
}
