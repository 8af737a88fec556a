import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** The whole first schema. A migration that has shipped is never edited: the next change is the next file. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const real = engine === 'sqlite' ? 'REAL' : 'DOUBLE PRECISION';
  // The account library writes ISO text and 0/1 on SQLite, native values on PostgreSQL.
  const accountTime = engine === 'sqlite' ? 'TEXT' : 'TIMESTAMPTZ';
  const accountFlag = engine === 'sqlite' ? 'INTEGER' : 'BOOLEAN';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const table = (name: string, columns: string): Promise<unknown> => make(`CREATE TABLE ${name} (${columns})${strict}`);

  await table(
    '"user"',
    `id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, "emailVerified" ${accountFlag} NOT NULL,
     image TEXT, "createdAt" ${accountTime} NOT NULL, "updatedAt" ${accountTime} NOT NULL`,
  );
  await table(
    'organization',
    `id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE, logo TEXT, metadata TEXT,
     "createdAt" ${accountTime} NOT NULL, "ownerId" TEXT NOT NULL REFERENCES "user"(id)`,
  );
  await table(
    'session',
    `id TEXT PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES "user"(id) ON DELETE CASCADE, token TEXT NOT NULL UNIQUE,
     "expiresAt" ${accountTime} NOT NULL, "createdAt" ${accountTime} NOT NULL, "updatedAt" ${accountTime} NOT NULL,
     "ipAddress" TEXT, "userAgent" TEXT, "activeOrganizationId" TEXT`,
  );
  await table(
    'account',
    `id TEXT PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES "user"(id) ON DELETE CASCADE, "accountId" TEXT NOT NULL,
     "providerId" TEXT NOT NULL, "accessToken" TEXT, "refreshToken" TEXT, "idToken" TEXT,
     "accessTokenExpiresAt" ${accountTime}, "refreshTokenExpiresAt" ${accountTime}, scope TEXT, password TEXT,
     "createdAt" ${accountTime} NOT NULL, "updatedAt" ${accountTime} NOT NULL`,
  );
  await table(
    'verification',
    `id TEXT PRIMARY KEY, identifier TEXT NOT NULL, value TEXT NOT NULL, "expiresAt" ${accountTime} NOT NULL,
     "createdAt" ${accountTime} NOT NULL, "updatedAt" ${accountTime} NOT NULL`,
  );
  await table(
    'member',
    `id TEXT PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES "user"(id) ON DELETE CASCADE,
     "organizationId" TEXT NOT NULL REFERENCES organization(id) ON DELETE CASCADE, role TEXT NOT NULL,
     "createdAt" ${accountTime} NOT NULL, UNIQUE ("organizationId", "userId")`,
  );
  await table(
    'invitation',
    `id TEXT PRIMARY KEY, "organizationId" TEXT NOT NULL REFERENCES organization(id) ON DELETE CASCADE,
     email TEXT NOT NULL, role TEXT, status TEXT NOT NULL, "inviterId" TEXT NOT NULL REFERENCES "user"(id),
     "expiresAt" ${accountTime} NOT NULL, "createdAt" ${accountTime} NOT NULL DEFAULT CURRENT_TIMESTAMP`,
  );
  await make('CREATE INDEX session_by_user ON session ("userId")');
  await make('CREATE INDEX account_by_user ON account ("userId")');
  await make('CREATE INDEX member_by_user ON member ("userId")');

  await table('setup', 'id INTEGER PRIMARY KEY CHECK (id = 1), completed_at TEXT NOT NULL');
  await table('deployment_secrets', 'name TEXT PRIMARY KEY, value TEXT NOT NULL');
  await table(
    'websites',
    `id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), url TEXT NOT NULL,
     domain TEXT NOT NULL, name TEXT NOT NULL, aliases TEXT NOT NULL, created_at TEXT NOT NULL, archived_at TEXT`,
  );
  await make('CREATE INDEX websites_workspace ON websites (workspace_id, created_at, id)');
  await table(
    'keyword_cases',
    `id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
     website_id TEXT REFERENCES websites(id), query TEXT NOT NULL, locale TEXT NOT NULL, search TEXT NOT NULL,
     reference_answer TEXT, created_at TEXT NOT NULL, archived_at TEXT`,
  );
  await make('CREATE INDEX keyword_cases_workspace ON keyword_cases (workspace_id, created_at, id)');
  await make('CREATE INDEX keyword_cases_website ON keyword_cases (workspace_id, website_id)');
  await table(
    'api_keys',
    `id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
     account_id TEXT NOT NULL REFERENCES "user"(id), name TEXT NOT NULL, secret_hash TEXT NOT NULL UNIQUE,
     prefix TEXT NOT NULL, permissions TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT,
     last_used_at TEXT`,
  );
  await make('CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at, id)');
  await table(
    'idempotency_keys',
    `workspace_id TEXT NOT NULL REFERENCES organization(id), operation TEXT NOT NULL, key TEXT NOT NULL,
     fingerprint TEXT NOT NULL, outcome TEXT NOT NULL, created_at TEXT NOT NULL,
     PRIMARY KEY (workspace_id, operation, key)`,
  );
  await table(
    'runs',
    `id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), owner_id TEXT NOT NULL,
     account_id TEXT NOT NULL, kind TEXT NOT NULL, target_id TEXT NOT NULL, website_id TEXT, reservation_key TEXT NOT NULL,
     harness_key TEXT NOT NULL, harness_version TEXT NOT NULL, surface TEXT NOT NULL, ask TEXT NOT NULL,
     status TEXT NOT NULL, phase TEXT NOT NULL, version INTEGER NOT NULL, active INTEGER NOT NULL,
     model TEXT, search_mode TEXT, allowed_domains TEXT NOT NULL, use_seo_tools INTEGER NOT NULL,
     environment_fingerprint TEXT, completed_search_count INTEGER, session_id TEXT, task_id TEXT,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL, observed_at TEXT, submitted_at TEXT, deadline_at TEXT NOT NULL,
     cancel_requested_at TEXT, due_at TEXT, failed_looks INTEGER NOT NULL, usage TEXT NOT NULL, error TEXT,
     replay_of TEXT`,
  );
  // For freshness and following: the newest runs of one target and harness.
  await make('CREATE INDEX runs_match ON runs (workspace_id, target_id, harness_key, status, observed_at)');
  await make('CREATE INDEX runs_active_match ON runs (workspace_id, target_id, harness_key) WHERE active = 1');
  // For allowances and reservations, per owner.
  await make('CREATE INDEX runs_owner_active ON runs (owner_id, reservation_key) WHERE active = 1');
  await make('CREATE INDEX runs_owner_created ON runs (owner_id, created_at)');
  await make('CREATE INDEX runs_due ON runs (due_at) WHERE active = 1');
  await make('CREATE INDEX runs_task ON runs (task_id) WHERE task_id IS NOT NULL');
  // For visibility: the newest hundred attempts of one website, with and without a model filter.
  await make(
    'CREATE INDEX runs_visibility ON runs (workspace_id, website_id, surface, search_mode, kind, created_at, id)',
  );
  await make(
    'CREATE INDEX runs_visibility_model ON runs (workspace_id, website_id, surface, search_mode, kind, model, created_at, id)',
  );
  // For the latest verdict about a website's pages, by any version of the checks.
  await make(
    `CREATE INDEX runs_website_verdict ON runs (workspace_id, website_id, observed_at, created_at, id)
     WHERE kind = 'website' AND status = 'completed'`,
  );
  await table(
    'run_results',
    `run_id TEXT NOT NULL REFERENCES runs(id), workspace_id TEXT NOT NULL, version TEXT NOT NULL,
     current INTEGER NOT NULL, facts TEXT, result TEXT NOT NULL, created_at TEXT NOT NULL,
     PRIMARY KEY (run_id, version)`,
  );
  await make('CREATE UNIQUE INDEX run_results_current ON run_results (run_id) WHERE current = 1');
  await table(
    'raw_answers',
    'run_id TEXT PRIMARY KEY REFERENCES runs(id), workspace_id TEXT NOT NULL, raw TEXT NOT NULL, created_at TEXT NOT NULL',
  );
  await table(
    'seo_reports',
    `id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id), owner_id TEXT NOT NULL,
     run_id TEXT, domain TEXT NOT NULL, state TEXT NOT NULL, provider TEXT NOT NULL, sandbox INTEGER NOT NULL,
     version INTEGER NOT NULL, requested_at TEXT NOT NULL, completed_at TEXT, due_at TEXT`,
  );
  await make('CREATE INDEX seo_reports_owner ON seo_reports (owner_id, requested_at)');
  await make('CREATE INDEX seo_reports_workspace ON seo_reports (workspace_id, requested_at, id)');
  await make("CREATE INDEX seo_reports_due ON seo_reports (due_at) WHERE state = 'pending'");
  await table(
    'seo_calls',
    `report_id TEXT NOT NULL REFERENCES seo_reports(id), workspace_id TEXT NOT NULL, name TEXT NOT NULL,
     ordinal INTEGER NOT NULL, state TEXT NOT NULL, tag TEXT NOT NULL, sent_at TEXT, ended_at TEXT, cost_usd ${real},
     error TEXT, data TEXT, PRIMARY KEY (report_id, name)`,
  );
  await table(
    'capabilities',
    `secret_hash TEXT PRIMARY KEY, workspace_id TEXT NOT NULL, owner_id TEXT NOT NULL, account_id TEXT NOT NULL,
     run_id TEXT NOT NULL UNIQUE REFERENCES runs(id), domain TEXT NOT NULL, tool TEXT NOT NULL,
     expires_at TEXT NOT NULL, revoked_at TEXT, report_id TEXT`,
  );
  await table(
    'evidence_bundles',
    `run_id TEXT PRIMARY KEY REFERENCES runs(id), workspace_id TEXT NOT NULL, manifest_digest TEXT NOT NULL,
     bytes INTEGER NOT NULL, created_at TEXT NOT NULL, deleted_at TEXT`,
  );
  await table('webhook_deliveries', 'id TEXT PRIMARY KEY, received_at TEXT NOT NULL');
  // SQLite has a separate file for the request log (store/requests/embeddedLog.ts), which is never synced, unlike the
  // ledger.
  if (engine === 'postgres') {
    await make(
      'CREATE UNLOGGED TABLE request_log (bucket TEXT PRIMARY KEY, stamps TEXT NOT NULL, updated_at BIGINT NOT NULL)',
    );
  }
}
