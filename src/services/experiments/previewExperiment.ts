import { knownValues } from '../../domain/experiments/observations.ts';
import { estimatePower, type Power, type QuestionRounds } from '../../domain/experiments/power.ts';
import { assignArms, type Protocol, protocolDigest, strataOf } from '../../domain/experiments/protocol.ts';
import type { Ctx } from '../appContext.ts';
import { quoteAnswers } from '../runs/quoteAnswers.ts';
import { casesOfProtocol, type ExperimentPlace } from './experimentPlace.ts';
import { checkProtocol, type ProtocolInput } from './experiments.ts';
import { observeRounds } from './observeRounds.ts';

export type ExperimentPreview = {
  protocol: Protocol;
  /** Answers of all rounds before and after. */
  answers: number;
  /** Price of the remaining rounds at the plan's prices; null: no price is known. */
  cost: { rounds: number; typical: number | null; max: number | null };
  power: Power;
};

/**
 * Computes the price of an experiment and the smallest effect that it can detect. Saves and buys nothing. @throws
 * not_found, invalid_request
 */
export async function previewExperiment(ctx: Ctx, input: ProtocolInput): Promise<ExperimentPreview> {
  const { protocol, place } = await checkProtocol(ctx, input);
  const cases = await casesOfProtocol(ctx, protocol, place);
  const { plan } = place;
  const { roundsBefore, roundsAfter, firstRound } = protocol;
  const ready = Math.max(0, Math.min(roundsBefore, plan.lastRound - firstRound + 1));
  const rounds = roundsBefore + roundsAfter - ready;
  const quote = await quoteAnswers(
    ctx,
    { repeats: plan.revision.repeats, maxAgeSeconds: 0, caseIds: cases.map(({ caseId }) => caseId) },
    { keyId: null, planId: plan.id },
  );
  const times = (one: number | null) => (one === null ? null : one * rounds);
  return {
    protocol,
    answers: cases.length * plan.revision.repeats * (roundsBefore + roundsAfter),
    cost: { rounds, typical: times(quote.total.typical), max: times(quote.total.max) },
    power: await buildPower(ctx, protocol, place),
  };
}

/** Computes the power of a protocol, from the plan's own rounds if there are enough. */
export async function buildPower(ctx: Ctx, protocol: Protocol, place: ExperimentPlace): Promise<Power> {
  const cases = await casesOfProtocol(ctx, protocol, place);
  const digest = protocolDigest(protocol, cases);
  const { repeats } = place.plan.revision;
  const { clusters, metric } = protocol;
  const saved = await observeRounds(ctx, {
    website: place.website,
    planId: protocol.planId,
    firstRound: null,
    cases,
    pages: [],
    repeats,
  });
  const complete = saved.filter(({ isComplete }) => isComplete);
  const history = clusters.map(({ questionIds }) =>
    questionIds.map((id): QuestionRounds => complete.map((round) => knownValues(round, id, metric))),
  );
  const isStepped = protocol.assignment === 'stepped';
  const design = {
    clusterSizes: clusters.map(({ questionIds }) => questionIds.length),
    strata: strataOf(protocol),
    labels: isStepped ? clusters.map((_, at) => at % 2) : assignArms(protocol, digest),
    roundsBefore: protocol.roundsBefore,
    roundsAfter: protocol.roundsAfter,
    repeats,
    level: protocol.level,
    test: protocol.assignment === 'chosen' ? ('welch' as const) : ('randomisation' as const),
    seed: digest,
  };
  return estimatePower(design, history, protocol.effectOfInterest);
}
