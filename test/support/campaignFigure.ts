import { appendFileSync } from 'node:fs';

const file = process.env.FAULTS_FIGURES;

/** Only `npm run faults` has the machine to itself: elsewhere no promise of seconds is judged. */
export const judgesSeconds = file !== undefined;

/** Prints what a campaign counted, and writes it where `npm run faults` gathers the figures of all. */
export function reportFigure(line: string): void {
  console.log(line);
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
