import { appendFileSync } from 'node:fs';

const file = process.env.FAULTS_FIGURES;

/** True for `npm run faults`, which has the machine to itself: otherwise, promises in seconds are not judged. */
export const judgesSeconds = file !== undefined;

/** Prints a campaign's figure, and writes it to the file in which `npm run faults` gathers the figures of all. */
export function reportFigure(line: string): void {
  console.log(line);
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
