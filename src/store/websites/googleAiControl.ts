import type { GoogleAiControl } from '../../domain/websites/googleAiControl.ts';
import type { Queryable } from '../database/transaction.ts';

type Place = { workspaceId: string; websiteId: string };

/** Returns the owner's statement; null without one, and for an unknown website. */
export async function findGoogleAiControl(db: Queryable, place: Place): Promise<GoogleAiControl | null> {
  const row = await db
    .selectFrom('websites')
    .select('google_ai_control')
    .where('id', '=', place.websiteId)
    .where('workspace_id', '=', place.workspaceId)
    .executeTakeFirst();
  return row?.google_ai_control == null ? null : (JSON.parse(row.google_ai_control) as GoogleAiControl);
}

export async function saveGoogleAiControl(
  db: Queryable,
  place: Place,
  statement: GoogleAiControl | null,
): Promise<void> {
  await db
    .updateTable('websites')
    .set({ google_ai_control: statement === null ? null : JSON.stringify(statement) })
    .where('id', '=', place.websiteId)
    .where('workspace_id', '=', place.workspaceId)
    .execute();
}
