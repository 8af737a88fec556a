import { notFound } from '../../domain/errors.ts';
import { type Ctx, nowIso } from '../appContext.ts';

/** `ok` null: no free call can determine it. */
export type ProbedEngine = { engine: string; ok: boolean | null; message: string; probedAt: string };

/** Checks an engine's credentials and credit with free calls. Buys nothing. @throws not_found */
export async function probeEngine(ctx: Ctx, input: { id: string }): Promise<ProbedEngine> {
  const engine = ctx.engines.find(input.id);
  if (engine === null) throw notFound('engine');
  const readable = ctx.engines.of({ engine: engine.id });
  const probed =
    readable === null
      ? { ok: null, message: engine.offReason ?? 'It has no credentials here, so it cannot be asked.' }
      : ((await readable.reader.probe?.()) ?? {
          ok: null,
          message: `${engine.label} has no free call to check it.`,
        });
  return { engine: engine.id, ok: probed.ok, message: probed.message, probedAt: nowIso(ctx) };
}
