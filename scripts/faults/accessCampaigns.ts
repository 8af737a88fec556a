import type { Campaign } from './campaign.ts';

/** Campaigns about permissions and about input from strangers. */
export const accessCampaigns: readonly Campaign[] = [
  {
    name: 'approvals',
    promise:
      'An agent that needs approval never buys without one, and one approval buys its purchase or its round once',
    files: ['test/journeys/approvals.test.ts', 'test/journeys/oauth.test.ts', 'test/journeys/roundGrants.test.ts'],
    control: {
      removes: 'the request that a grant is bound to',
      file: 'src/store/approvals/rows.ts',
      without: "\n    .where('fingerprint', '=', binding.fingerprint)",
      instead: '',
    },
  },
  {
    name: 'allowances',
    promise: 'A plan asks only questions that a person saw and allowed, whatever an agent saves or changes',
    files: ['test/journeys/planAllowances.test.ts'],
    control: {
      removes: 'the comparison of a plan with the one that its reader saw',
      file: 'src/services/plans/allowPlan.ts',
      without: '  assertRevision(plan, seenPlan.revision);\n',
      instead: '',
    },
  },
  {
    name: 'permissions',
    promise: 'Every operation treats every kind of caller as its table of permissions says; no workspace sees another',
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
    promise: 'Two workspaces read at once, over REST and MCP, stay separate, and no read contacts a vendor',
    files: ['test/faults/tenants.quick.test.ts'],
    long: { TENANT_CALLS: '10000' },
    control: {
      removes: 'the workspace in the list of runs',
      file: 'src/store/runs/listing.ts',
      without: ".where('workspace_id', '=', filter.workspaceId)",
      instead: ".where('workspace_id', '<>', '')",
    },
  },
  {
    name: 'revocation',
    promise: 'A key that is revoked while in use is refused from the next request on, in every process',
    files: ['test/faults/revocation.quick.test.ts'],
    long: { REVOCATIONS: '200' },
    control: {
      removes: 'the look at whether a key was revoked',
      file: 'src/store/access/apiKeys.ts',
      without: 'if (row === null || row.revoked_at !== null) return null;',
      instead: 'if (row === null) return null;',
    },
  },
  {
    name: 'consent',
    promise: 'No program gets a code without a click, whatever it asks for',
    files: ['test/journeys/oauthConsent.test.ts', 'test/journeys/accessRaces.test.ts', 'test/journeys/oauth.test.ts'],
    control: {
      removes: 'the rule that every wish asks for consent',
      file: 'src/http/oauthRoutes.ts',
      without: "  query.set('prompt', [...others.add('consent')].join(' '));\n",
      instead: '',
      only: 'without a click',
    },
  },
  {
    name: 'second-step',
    promise: 'Every sign-in with a password asks for the second factor, and each code opens one session',
    files: ['test/journeys/secondStep.test.ts', 'test/journeys/secondFactor.test.ts'],
    control: {
      removes: 'the last accepted step of an account',
      file: 'src/providers/accounts/secondFactor.ts',
      without: ".where(({ or, eb }) => or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))",
      instead: '',
      only: 'takes a code once',
    },
  },
  {
    name: 'registration',
    promise: 'Unknown programs cannot fill the database, disguise their names or block others',
    files: ['test/journeys/oauthRegistration.test.ts'],
    control: {
      removes: 'the count of registrations that succeed',
      file: 'src/http/oauthProgramRoutes.ts',
      without: '    await countRegistration(api, limitAddress(request.ip));\n',
      instead: '',
      only: 'are limited by address',
    },
  },
  {
    name: 'capabilities',
    promise: 'The capability that a run gives a model buys one lookup of one domain, and ends with the run',
    files: ['test/mcp/capability.test.ts'],
    control: {
      removes: 'the end of a capability with its run',
      file: 'src/store/access/capabilities.ts',
      without:
        'if (row === undefined || row.revoked_at !== null || row.expires_at <= now || row.active !== 1) return null;',
      instead: 'if (row === undefined) return null;',
    },
  },
  {
    name: 'secrets',
    promise: 'No secret leaks: no answer, log, error or database contains one',
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
    promise: 'No capture reaches an internal address',
    files: ['test/providers/capture/addressGuard.test.ts', 'test/providers/capture/inside.long.test.ts'],
    control: {
      removes: 'the list of addresses that are public',
      file: 'src/providers/capture/addressGuard.ts',
      without: '(allow.has(address) || isPublicAddress(address))',
      instead: '(allow.has(address) || isPublicAddress(address) || true)',
    },
  },
  {
    name: 'hostile-pages',
    promise: 'No compressed, endless or nested page makes a capture exceed its limits of memory or time',
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
    promise: 'No third-party text blocks the server',
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
    promise: 'No request, complete or not, stops the service',
    files: ['test/http/hostileHttp.test.ts', 'test/mcp/guards.test.ts'],
    control: {
      removes: 'the rule that a header which decides is sent once',
      file: 'src/http/guards.ts',
      without: "= ['idempotency-key', 'content-type', 'content-length'];",
      instead: '= [];',
    },
  },
  {
    name: 'any-input',
    promise: 'Every operation answers any input as its description says, and no input runs as a command',
    files: [
      'test/faults/anyInput.test.ts',
      'test/api/everyOperation.test.ts',
      'test/api/declaredErrors.test.ts',
      'test/api/textRule.test.ts',
    ],
    long: { INPUT_CALLS: '10000' },
    control: {
      removes: 'the rule of characters that no text may have',
      file: 'src/api/invoke.ts',
      without: '  assertPlainTexts(parsed.data);\n',
      instead: '',
      env: { INPUT_CALLS: '2000' },
      only: 'drawn requests',
    },
  },
  {
    name: 'inventory',
    promise: 'Routes, API description, tools and the table of permissions list the same operations',
    files: ['test/api/openapi.test.ts', 'test/api/everyOperation.test.ts', 'test/mcp/tools.test.ts'],
    control: {
      removes: 'one operation from the API description',
      file: 'src/api/openapi.ts',
      without: '  for (const operation of operations) {\n',
      instead: "  for (const operation of operations.filter(({ id }) => id !== 'cancelRun')) {\n",
    },
  },
  {
    name: 'mcp-conformance',
    promise: 'The public MCP suite, where installed, finds only what its baseline explains',
    files: ['test/mcp/conformance.test.ts'],
    control: {
      removes: 'the checks of the name under which the server was called and of the page that calls it',
      file: 'src/http/guards.ts',
      without: 'if (origin === places.publicOrigin) return true;',
      instead: "if (origin === places.publicOrigin || origin !== '') return true;",
      and: {
        without: 'if (host === own || host === spelt) return;',
        instead: "if (host === own || host !== '') return;",
      },
    },
  },
  {
    name: 'browser',
    promise: 'Another site cannot act through a user’s browser, and third-party text never becomes a script there',
    files: ['test/browser/safety.quick.test.ts'],
    control: {
      removes: 'the policy that lets a page run only scripts of its own server',
      file: 'src/http/web.ts',
      without: `default-src 'none'; script-src \${["'self'", ...scripts].join(' ')};`,
      instead: `default-src *; script-src * 'unsafe-inline' \${scripts.join(' ')};`,
      only: 'strict policy',
    },
  },
  {
    name: 'accessibility',
    promise:
      'Every page, light and dark, wide and narrow, has no accessibility fault and works with the keyboard alone',
    files: ['test/browser/access.test.ts', 'test/browser/keyboard.quick.test.ts'],
    control: {
      removes: 'the language that a page names',
      file: 'web/index.html',
      without: '<html lang="en">',
      instead: '<html>',
      only: 'start has no fault',
    },
  },
];
