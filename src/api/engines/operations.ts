import type { z } from 'zod';
import type { engineSchema } from '../../contract/engines/schemas.ts';
import { accuracyForEngine } from '../../domain/audit/readingAccuracy.ts';
import { type ListedEngine, listEngines } from '../../services/engines/listEngines.ts';
import { listProviderKeys } from '../../services/engines/listProviderKeys.ts';
import { probeEngine } from '../../services/engines/probeEngine.ts';
import { presentAnswerCost } from '../money/present.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Engines');

function presentEngine({
  engine,
  declared,
  models,
  pollMs,
  lastSuccessAt,
  cost,
}: ListedEngine): z.input<typeof engineSchema> {
  const { id, label, surface, platform, kind, vendor, defaultModel, simulated, state, offReason } = engine;
  const { recovery, recoveryNote, canCancel, honours, requires, maxQuestionLength } = engine;
  return {
    ...{ id, label, surface, platform, kind, vendor, declared, models, defaultModel, simulated, state, offReason },
    ...{ recovery, recoveryNote, canCancel, honours: { ...honours }, requires: [...requires], maxQuestionLength },
    usualSeconds: engine.usualMs / 1_000,
    deadlineSeconds: engine.deadlineMs / 1_000,
    pollSeconds: pollMs / 1_000,
    price: cost.held === null && cost.typical === null ? null : presentAnswerCost(cost),
    readingAccuracy: accuracyForEngine(id),
    lastSuccessAt,
  };
}

export const enginesOperations: readonly Operation[] = [
  define.read('listEngines', {
    summary: 'List the engines: service, location, supported settings, and how a lost purchase is found',
    tool: {
      title: 'List engines',
      description: 'Engines by id, with availability and price; detail full adds supported settings.',
      brief: [
        ...['surface', 'platform', 'kind', 'recovery', 'recoveryNote', 'canCancel', 'honours', 'requires'],
        ...['maxQuestionLength', 'deadlineSeconds', 'pollSeconds', 'readingAccuracy', 'models'],
      ],
    },
    run: async (ctx, { page }) => page.cutInOrder(await listEngines(ctx), ({ engine }) => engine.id, presentEngine),
  }),
  define.read('listProviderKeys', {
    summary: 'List the vendor credentials of this server and their variables, never their values',
    run: async (ctx) => ({
      items: listProviderKeys(ctx).map(({ vendor, variables, isSet, usedFor, testEngineId }) => ({
        ...{ vendor, variables: [...variables], isSet, usedFor: [...usedFor], testEngineId },
      })),
    }),
  }),
  define.manage('probeEngine', {
    summary: "Test an engine's credentials and credit with free calls",
    run: (ctx, { params }) => probeEngine(ctx, params),
  }),
];
