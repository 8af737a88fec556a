// A provider as a process of its own, so that its processor time is not the service's. Its works take an hour: only
// their start is measured here.
import { startSimulator } from '../src/engines/startSimulator.ts';

const hourMs = 3_600_000;
const simulator = await startSimulator({ pace: { by: 'time', queuedMs: hourMs, workingMs: hourMs } });
process.stdout.write(`${simulator.url}\n`);
