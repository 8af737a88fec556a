import { appendFileSync } from 'node:fs';

/** Prints what a campaign counted, and writes it where `npm run faults` gathers the figures of all. */
export function reportFigure(line: string): void {
  console.log(line);
  const file = process.env.FAULTS_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
