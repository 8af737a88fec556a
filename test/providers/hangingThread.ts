import { parentPort } from 'node:worker_threads';
import type { Job, Report } from '../../src/providers/reading/readerThread.ts';

const say = (report: Report) => parentPort?.postMessage(report);

/** Thread whose readers execute the behaviour that their text names. */
parentPort?.on('message', ({ input }: Job) => {
  const text = JSON.stringify(input);
  if (text.includes('exit')) process.exit(3);
  say({ kind: 'begun' });
  if (text.includes('hang')) for (;;);
  const kept: number[][] = [];
  while (text.includes('grow')) kept.push(new Array<number>(4_000_000).fill(0.5));
  if (text.includes('throw')) say({ kind: 'threw', message: 'it threw' });
  else say({ kind: 'done', value: input });
});
