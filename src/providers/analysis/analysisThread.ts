import { parentPort, workerData } from 'node:worker_threads';
import { analyze } from '../../domain/checks/analyze.ts';
import type { EvidenceBundle } from '../../domain/checks/evidence.ts';

parentPort?.postMessage(analyze(workerData as EvidenceBundle));
