import { canonicalJson } from '../text/canonicalJson.ts';
import { type Judgement, judgeExperiment } from './judge.ts';
import type { JudgedExperiment } from './judgedExperiment.ts';
import { assignArms, protocolDigest } from './protocol.ts';

/** A verdict with all its evidence. */
export type ExperimentEvidence = { experiment: JudgedExperiment; judgement: Judgement };

export type NamedEvidence = ExperimentEvidence & { id: string; name: string };

type Claims = { digest: string; labels: number[]; judgement: Judgement };

/** Recomputes the claims of evidence for comparison: the digest, the drawn arms and the verdict. */
export function recomputeEvidence({ experiment, judgement }: ExperimentEvidence): { states: Claims; gives: Claims } {
  const { protocol, registration } = experiment;
  const { digest, labels, cases } = registration;
  return {
    states: { digest, labels, judgement },
    gives: {
      digest: protocolDigest(protocol, cases),
      labels: assignArms(protocol, digest),
      judgement: judgeExperiment(experiment),
    },
  };
}

/** Returns the names of the claims that the evidence contradicts. */
export function findFalseClaims(evidence: ExperimentEvidence): (keyof Claims)[] {
  const { states, gives } = recomputeEvidence(evidence);
  const names = ['digest', 'labels', 'judgement'] as const;
  return names.filter((name) => canonicalJson(states[name] as never) !== canonicalJson(gives[name] as never));
}
