import type { Campaign } from './campaign.ts';

/** Who may do what, and what strangers send. */
export const accessCampaigns: readonly Campaign[] = [
  {
    name: 'approvals',
    promise: 'An agent that must ask never buys without a grant, and one grant buys once',
    files: ['test/journeys/approvals.test.ts', 'test/journeys/oauth.test.ts', 'test/journeys/roundGrants.test.ts'],
    control: {
      removes: 'the request that a grant is bound to',
      file: 'src/store/approvalRows.ts',
      without: "\n    .where('fingerprint', '=', binding.fingerprint)",
      instead: '',
    },
  },
  {
    name: 'permissions',
    promise: 'Every operation answers every kind of caller as the table says; no workspace sees another',
    files: ['test/api/permissionMatrix.test.ts', 'test/api/walls.test.ts', 'test/journeys/membership.test.ts'],
    control: {
      removes: 'the rule that the permission of a key is enough',
      file: 'src/api/invoke.ts',
      without: 'principal.permissions.includes(operation.permission) && ',
      instead: '',
    },
  },
  {
    name: 'tenants',
    promise: 'Two workspaces read at once, over REST and MCP, see nothing of each other, and no read asks a vendor',
    files: ['test/faults/tenants.test.ts'],
    long: { TENANT_CALLS: '10000' },
    control: {
      removes: 'the workspace in the list of runs',
      file: 'src/store/runListing.ts',
      without: ".where('workspace_id', '=', filter.workspaceId)",
      instead: ".where('workspace_id', '<>', '')",
    },
  },
  {
    name: 'revocation',
    promise: 'A key that is revoked while it is in use opens nothing from the next request on, at any process',
    files: ['test/faults/revocation.test.ts'],
    long: { REVOCATIONS: '200' },
    control: {
      removes: 'the look at whether a key was revoked',
      file: 'src/store/apiKeys.ts',
      without: 'if (row === null || row.revoked_at !== null) return null;',
      instead: 'if (row === null) return null;',
    },
  },
  {
    name: 'capabilities',
    promise: 'The right that a run hands to a model buys one lookup of one domain, and ends with the run',
    files: ['test/mcp/capability.test.ts'],
    control: {
      removes: 'the end of a capability with its run',
      file: 'src/store/capabilities.ts',
      without:
        'if (row === undefined || row.revoked_at !== null || row.expires_at <= now || row.active !== 1) return null;',
      instead: 'if (row === undefined) return null;',
    },
  },
  {
    name: 'secrets',
    promise: 'No secret leaves: no answer, log, error or database holds one',
    files: ['test/journeys/secrets.test.ts'],
    control: {
      removes: 'the hash of a secret at rest',
      file: 'src/services/access/apiKeySecret.ts',
      without: "return hash('sha256', secret, 'hex');",
      instead: 'return secret;',
    },
  },
  {
    name: 'inside',
    promise: 'No capture reaches an address inside',
    files: ['test/providers/capture/addressGuard.test.ts', 'test/providers/capture/inside.test.ts'],
    control: {
      removes: 'the list of addresses that are public',
      file: 'src/providers/capture/addressGuard.ts',
      without: '(allow.has(address) || isPublicAddress(address))',
      instead: '(allow.has(address) || isPublicAddress(address) || true)',
    },
  },
  {
    name: 'hostile-pages',
    promise: 'No page, packed, endless or nested, makes a capture use more memory or time than its limits',
    files: ['test/providers/capture/hostile.test.ts', 'test/providers/capture/oddServers.test.ts'],
    control: {
      removes: 'the limit of an unpacked body',
      file: 'src/providers/capture/exchange.ts',
      without: 'codings, limits.maxBodyBytes)',
      instead: 'codings, 1_000 * limits.maxBodyBytes)',
    },
  },
  {
    name: 'foreign-text',
    promise: 'No text of a stranger holds the server up',
    files: ['test/faults/redos', 'test/journeys/poisonedText.test.ts'],
    control: {
      removes: 'the end of a reading that takes too long',
      file: 'src/providers/reading/thread.ts',
      without: 'endAfter(limit,',
      instead: 'endAfter(2_000_000_000,',
    },
  },
  {
    name: 'hostile-http',
    promise: 'No request, whole or half, stops the service',
    files: ['test/http/hostileHttp.test.ts', 'test/mcp/guards.test.ts'],
    control: {
      removes: 'the rule that a header which decides is sent once',
      file: 'src/http/guards.ts',
      without: "= ['idempotency-key', 'content-type', 'content-length'];",
      instead: '= [];',
    },
  },
];
