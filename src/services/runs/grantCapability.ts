import type { RunRecord } from '../../domain/runs/runRecord.ts';
import { seoToolName } from '../../domain/seo/seoTool.ts';
import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { saveCapability } from '../../store/access/capabilities.ts';
import { createSecret, hashSecret } from '../access/apiKeySecret.ts';
import type { AppContext } from '../appContext.ts';

/**
 * Creates the short-lived capability that an enhanced run passes to the provider's agent: one tool, one domain, until
 * the run's deadline. Only its hash is stored; the secret exists only in the provider's tool configuration.
 */
export async function grantCapability(
  app: AppContext,
  run: RunRecord,
  domain: string,
): Promise<NonNullable<AnswerRequest['seoTool']>> {
  const secret = createSecret('slc_', app.runtime.randomBytes(32));
  await saveCapability(app.db, {
    secretHash: hashSecret(secret),
    workspaceId: run.workspaceId,
    ownerId: run.ownerId,
    accountId: run.accountId,
    runId: run.id,
    domain,
    tool: seoToolName,
    expiresAt: run.deadlineAt,
  });
  return {
    serverLabel: 'sightline',
    serverUrl: `${app.settings.publicBaseUrl}/api/mcp`,
    toolName: seoToolName,
    authorization: secret,
    domain,
  };
}
