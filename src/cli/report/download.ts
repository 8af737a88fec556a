import { type Command, Option } from 'commander';
import type { InputOf } from '../../contract/callTypes.ts';
import { writeGivenFile } from '../givenFile.ts';
import { printResult } from '../output.ts';
import { callServer } from '../serverConnection.ts';

type Options = Pick<InputOf<'readSharedFile'>, 'format' | 'paper'>;

/** Adds `reports download`: a frozen report as a file. */
export function addReportDownload(reports: Command): void {
  reports
    .command('download')
    .description('write a frozen report to a file; `sightline verify` checks the HTML form offline')
    .argument('<id>', 'from `sightline reports`')
    .argument('[file]', 'path of the file (default: the name of the report)')
    .addOption(new Option('--format <format>', 'form of the file').choices(['html', 'pdf']).default('html'))
    .addOption(new Option('--paper <size>', 'paper of a PDF').choices(['a4', 'letter']))
    .action(async (id: string, file: string | undefined, { format, paper }: Options) => {
      const shared = await callServer('readSharedFile', { id, format, ...(paper === undefined ? {} : { paper }) });
      const path = file ?? shared.name;
      await writeGivenFile(path, Buffer.from(shared.base64, 'base64'));
      printResult({ id, file: path, digest: shared.digest }, () => `written to ${path}`);
    });
}
