import type { z } from 'zod';
import type { engineSchema } from '../../contract/engines/schemas.ts';
import { accuracyForEngine } from '../../domain/audit/readingAccuracy.ts';
import { rowsAfter } from '../../domain/text/listPosition.ts';
import { type ListedEngine, listEngines } from '../../services/engines/listEngines.ts';
import { listProviderKeys } from '../../services/engines/listProviderKeys.ts';
import { probeEngine } from '../../services/engines/probeEngine.ts';
import { openListPage } from '../listPage.ts';
import { presentAnswerCost } from '../money/present.ts';
import { defineOperation, type Operation } from '../operation.ts';

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
  defineOperation('listEngines', {
    permission: 'read',
    tag: 'Engines',
    summary: 'List the engines: service, location, supported settings, and how a lost purchase is found',
    tools: [
      {
        name: 'list_engines',
        title: 'List engines',
        description: 'Engines by id, with availability and price; detail full adds supported settings.',
        brief: [
          ...['surface', 'platform', 'kind', 'recovery', 'recoveryNote', 'canCancel', 'honours', 'requires'],
          ...['maxQuestionLength', 'deadlineSeconds', 'pollSeconds', 'readingAccuracy', 'models'],
        ],
      },
    ],
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listEngines', { query });
      // `at` is the place in the order of the list, which the response does not contain.
      const rows = (await listEngines(ctx)).map((row, index) => ({ row, at: String(index).padStart(4, '0') }));
      const positionOf = ({ row, at }: (typeof rows)[number]) => ({ at, id: row.engine.id });
      const { items, nextCursor } = page.close(rowsAfter(rows, positionOf, page.after, page.count), positionOf);
      return { status: 200, body: { items: items.map(({ row }) => presentEngine(row)), nextCursor } };
    },
  }),
  defineOperation('listProviderKeys', {
    permission: 'read',
    tag: 'Engines',
    summary: 'List the vendor credentials of this server and their variables, never their values',
    async run(ctx) {
      const items = listProviderKeys(ctx).map(({ vendor, variables, isSet, usedFor, testEngineId }) => ({
        vendor,
        variables: [...variables],
        isSet,
        usedFor: [...usedFor],
        testEngineId,
      }));
      return { status: 200, body: { items } };
    },
  }),
  defineOperation('probeEngine', {
    permission: 'manage',
    tag: 'Engines',
    summary: "Test an engine's credentials and credit with free calls",
    async run(ctx, { params }) {
      return { status: 200, body: await probeEngine(ctx, params) };
    },
  }),
];
