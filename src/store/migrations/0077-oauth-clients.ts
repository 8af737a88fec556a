import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Tables of the account library for programs that sign in: clients, consents, and hashes of their tokens. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  // The account library writes ISO text and 0/1 on SQLite, native values on PostgreSQL; lists are JSON text on both.
  const time = engine === 'sqlite' ? 'TEXT' : 'TIMESTAMPTZ';
  const flag = engine === 'sqlite' ? 'INTEGER' : 'BOOLEAN';
  const json = engine === 'sqlite' ? 'TEXT' : 'JSONB';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const table = (name: string, columns: string): Promise<unknown> =>
    make(`CREATE TABLE "${name}" (id TEXT PRIMARY KEY, ${columns})${strict}`);
  const client = '"clientId" TEXT NOT NULL REFERENCES "oauthClient"("clientId") ON DELETE CASCADE';
  const account = '"userId" TEXT NOT NULL REFERENCES "user"(id) ON DELETE CASCADE';
  const session = '"sessionId" TEXT REFERENCES session(id) ON DELETE SET NULL';

  await table(
    'oauthClient',
    `"clientId" TEXT NOT NULL UNIQUE, "clientSecret" TEXT, "clientDiscoveryId" TEXT, disabled ${flag},
     "skipConsent" ${flag}, "enableEndSession" ${flag}, "subjectType" TEXT, scopes TEXT, "clientCredentialsScopes" TEXT,
     "userId" TEXT REFERENCES "user"(id) ON DELETE CASCADE, "createdAt" ${time}, "updatedAt" ${time}, name TEXT, uri TEXT,
     icon TEXT, contacts TEXT, tos TEXT, policy TEXT, "softwareId" TEXT, "softwareVersion" TEXT, "softwareStatement" TEXT,
     "redirectUris" TEXT NOT NULL, "postLogoutRedirectUris" TEXT, "backchannelLogoutUri" TEXT,
     "backchannelLogoutSessionRequired" ${flag}, "tokenEndpointAuthMethod" TEXT, "applicationType" TEXT, jwks TEXT,
     "jwksUri" TEXT, "grantTypes" TEXT, "responseTypes" TEXT, "requirePKCE" ${flag}, "dpopBoundAccessTokens" ${flag},
     "referenceId" TEXT, metadata ${json}`,
  );
  await table(
    'oauthResource',
    `identifier TEXT NOT NULL UNIQUE, name TEXT NOT NULL, "accessTokenTtl" INTEGER, "refreshTokenTtl" INTEGER,
     "signingAlgorithm" TEXT, "signingKeyId" TEXT, "allowedScopes" TEXT, "customClaims" ${json},
     "dpopBoundAccessTokensRequired" ${flag}, disabled ${flag}, "createdAt" ${time}, "updatedAt" ${time},
     "policyVersion" INTEGER, metadata ${json}`,
  );
  await table(
    'oauthClientResource',
    `${client}, "resourceId" TEXT NOT NULL REFERENCES "oauthResource"(identifier) ON DELETE CASCADE, metadata ${json},
     "createdAt" ${time}, UNIQUE ("clientId", "resourceId")`,
  );
  await table(
    'oauthRefreshToken',
    `token TEXT NOT NULL UNIQUE, ${client}, ${session}, ${account}, "referenceId" TEXT, "authorizationCodeId" TEXT,
     resources TEXT, "requestedUserInfoClaims" TEXT, "expiresAt" ${time}, "createdAt" ${time}, revoked ${time},
     "rotatedAt" ${time}, "rotationReplayResponse" TEXT, "rotationReplayExpiresAt" ${time}, "authTime" ${time},
     confirmation ${json}, scopes TEXT NOT NULL`,
  );
  await table(
    'oauthAccessToken',
    `token TEXT NOT NULL UNIQUE, ${client}, ${session}, ${account}, "referenceId" TEXT, "authorizationCodeId" TEXT,
     resources TEXT, "requestedUserInfoClaims" TEXT,
     "refreshId" TEXT REFERENCES "oauthRefreshToken"(id) ON DELETE CASCADE, "expiresAt" ${time}, "createdAt" ${time},
     revoked ${time}, confirmation ${json}, scopes TEXT NOT NULL`,
  );
  await table(
    'oauthConsent',
    `${client}, ${account}, "referenceId" TEXT, resources TEXT, "requestedUserInfoClaims" TEXT, scopes TEXT NOT NULL,
     "createdAt" ${time}, "updatedAt" ${time}, "lastUsedAt" TEXT`,
  );
  await table('oauthClientAssertion', `"expiresAt" ${time} NOT NULL`);
  await make('CREATE INDEX oauth_refresh_of ON "oauthRefreshToken" ("userId", "clientId")');
  await make('CREATE INDEX oauth_refresh_code ON "oauthRefreshToken" ("authorizationCodeId")');
  await make('CREATE INDEX oauth_access_of ON "oauthAccessToken" ("userId", "clientId")');
  await make('CREATE INDEX oauth_access_code ON "oauthAccessToken" ("authorizationCodeId")');
  await make('CREATE INDEX oauth_access_refresh ON "oauthAccessToken" ("refreshId")');
  await make('CREATE INDEX oauth_consent_of ON "oauthConsent" ("userId", "clientId", "referenceId")');
  await make('CREATE INDEX oauth_consent_in ON "oauthConsent" ("referenceId")');
}
