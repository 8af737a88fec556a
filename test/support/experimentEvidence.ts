import type { NamedEvidence } from '../../src/domain/experiments/evidence.ts';
import { judgeExperiment } from '../../src/domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../src/domain/experiments/judgedExperiment.ts';
import { assignArms, type Protocol, protocolDigest } from '../../src/domain/experiments/protocol.ts';

const dayMs = 86_400_000;
const dueAt = (round: number) => new Date(Date.parse('2026-01-05T06:00:00.000Z') + round * 7 * dayMs).toISOString();

/**
 * Builds an experiment of 16 questions that has ended: every treated question lists the website after the change, no
 * other does.
 */
export function savedEvidence(): NamedEvidence {
  const clusters = Array.from({ length: 16 }, (_, at) => ({
    ...{ id: `c${at}`, questionIds: [`q${at}`], pages: [], stratum: null, arm: null },
  }));
  const protocol: Protocol = {
    ...{ websiteId: 's', planId: 'p', engine: 'openai', hypothesis: 'h', metric: 'listed', secondary: [] },
    ...{ assignment: 'random', clusters, firstRound: 1, roundsBefore: 4, roundsAfter: 4, lagDays: 0, steps: 1 },
    ...{ level: 0.05, looks: [1], spending: 'power', effectOfInterest: 20, chosenThroughRound: null },
    ...{ allowBranded: false, isRetrospective: false, captureBefore: null },
  };
  const digest = protocolDigest(protocol, []);
  const labels = assignArms(protocol, digest);
  const at = new Date(Date.parse(dueAt(4)) + dayMs).toISOString();
  const registration = {
    ...{ at, by: 'owner@example.com', digest, cases: [], labels, repeats: 1 },
    ...{ smallestEffect: null, powerOfInterest: null, powerBasis: 'model' as const },
  };
  const rounds = Array.from({ length: 8 }, (_, index) => ({
    ...{ number: index + 1, dueAt: dueAt(index + 1), isComplete: true, isMissed: false },
    answers: clusters.map(({ questionIds: [questionId = ''] }, cluster) => {
      const listed = Number(index >= 4 && labels[cluster] === 1);
      return {
        ...{ runId: `r${index} ${cluster}`, questionId, values: { listed, first: listed, cited: 0, place: listed } },
        ...{ model: 'm', harnessVersion: 'h', readerVersion: 'r', citesTreated: false },
      };
    }),
  }));
  const experiment: JudgedExperiment = {
    ...{ protocol, registration, stoppedAt: null, rounds },
    changes: [{ step: 0, at, captureAfter: null, proof: null }],
  };
  return { id: 'exp_1', name: 'March rewrite', experiment, judgement: judgeExperiment(experiment) };
}
