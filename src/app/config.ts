import { z } from 'zod';
import { describeIssue } from '../contract/issueReason.ts';
import { isTrustProxy } from '../domain/access/clientAddress.ts';
import { secondSeoCalls } from '../domain/seo/seoReport.ts';
import { engineVariables } from '../engines/engineDefinitions.ts';
import { address, secret, text } from '../engines/settingSchemas.ts';
import type { OidcSettings } from '../providers/accounts/oidc.ts';
import type { ChromiumOptions } from '../providers/capture/chromium.ts';
import { readOidc } from './configuredOidc.ts';
import { isOrigin, isPublicHttps } from './publicUrl.ts';

const flag = z
  .enum(['0', '1', 'true', 'false', 'on', 'off', ''])
  .default('')
  .transform((text) => text === '1' || text === 'true' || text === 'on');
const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);
/** An amount of money, with micro-dollar precision. */
const dollars = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount of US dollars such as 20 or 0.05')
  .transform(Number)
  .optional();
/** Every variable that the service reads, with its meaning; a test compares `.env.example` with this list. */
export const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: whole(4280, 0, 65_535).describe('Port to listen on; 0 picks a free one.'),
  PUBLIC_BASE_URL: address
    .refine((text) => text === undefined || isOrigin(text), 'must have no path: the server is at the root of its host')
    .describe('Public address of this server. Default: the address on which the server listens.'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database, evidence and spilled receipts.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('PostgreSQL instead of the embedded database; needed for more than one process.'),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('A read replica of that PostgreSQL database, used for reports and lists while it keeps up.'),
  REPLICA_MAX_LAG_SECONDS: whole(30, 1, 86_400).describe(
    'Maximum lag of the replica; beyond it the primary database answers.',
  ),
  SETUP_TOKEN: secret(16).describe('One-time token of the setup page, fixed for automation. At least 16 characters.'),
  SESSION_SECRET: secret(32).describe(
    'Signs session cookies, at least 32 characters. Unset: created once in DATA_DIR; required for processes that do not share that folder.',
  ),
  ALLOWED_ACCOUNTS: text.describe('Comma-separated emails of accounts that may start paid work. Unset: all.'),
  ENGINES: text.describe(
    'Comma-separated ids of enabled engines, the declared (default) one first. Unset: every API engine with a key; without any key, a simulated trial.',
  ),
  ACCEPT_UNRESOLVED: text.describe(
    'Comma-separated ids of engines to enable although a lost purchase there cannot be found again.',
  ),
  ...engineVariables,
  SECOND_READER_MODEL: text.describe(
    'Model that reads every new answer a second time, one paid call per answer. Unset: off.',
  ),
  SECOND_READINGS_PER_DAY: whole(200, 0, 10_000_000).describe('Second readings an owner may buy in a UTC day.'),
  READER_MODEL: text.describe(
    'Model that reads saved answers on request, one paid call per text. Unset: off. Runs at OpenAI unless READER_URL names another endpoint.',
  ),
  READER_URL: address.describe(
    'Endpoint of the reading model with OpenAI Chat Completions, with /v1: a local server, or another vendor.',
  ),
  READER_API_KEY_FILE: text.describe('File with the key for READER_URL. Unset: no key is sent.'),
  READINGS_PER_DAY: whole(1_000, 0, 10_000_000).describe('Model readings an owner may buy in a UTC day.'),
  SEO_SECOND_CALL: z
    .enum(secondSeoCalls)
    .default('ranked_keywords')
    .describe(
      'What a lookup buys in addition to the overview; backlinks need a separate subscription at the provider.',
    ),
  REQUESTS_PER_MINUTE: whole(60, 1, 10_000_000).describe('Requests a key may make in any 60 seconds.'),
  SEO_LOOKUPS_PER_HOUR: whole(20, 0, 100_000).describe('SEO lookups an owner may buy in any hour.'),
  ACTIVE_RUNS_PER_OWNER: whole(5, 0, 1_000_000).describe('Maximum active runs per owner.'),
  RUNS_PER_DAY_PER_OWNER: whole(200, 0, 10_000_000).describe('Runs an owner may start in a UTC day.'),
  RUN_DEADLINE_SECONDS: whole(900, 1, 86_400).describe(
    'Time after which the vendor is asked to cancel a run, if it can.',
  ),
  ENGINE_HASTE: whole(1, 1, 10_000).describe(
    'Tests and demos only: divides fixed waits of engines, such as the poll interval.',
  ),
  POLL_INTERVAL_MS: whole(2_000, 10, 600_000).describe('Time between polls of an active run.'),
  SUBMIT_TIMEOUT_MS: whole(20_000, 50, 600_000).describe('Timeout of one request to a provider.'),
  FETCH_ADDRESS_LISTS: flag.describe(
    'Lets `bots update` fetch the address lists and keys that vendors of crawlers publish. Unset: lists are imported as files.',
  ),
  REVERSE_DNS: flag.describe(
    'During log imports, verifies claimed crawlers by reverse DNS if their vendor publishes host names.',
  ),
  ALLOW_PRIVATE_TARGETS: flag.describe('Tests and demos only: lets page capture and MCP reach loopback.'),
  TRUST_PROXY: text
    .refine(
      (input) => input === undefined || isTrustProxy(input),
      'must be a number of proxies, or comma-separated addresses and ranges (10.0.0.0/8, loopback)',
    )
    .describe('Trusted proxies for X-Forwarded headers: their number, or comma-separated addresses and ranges.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level that is logged.'),
  ROLE: z
    .enum(['all', 'api', 'worker', 'watch'])
    .default('all')
    .describe('Role of this process. Separate roles need PostgreSQL; `watch` needs SIGHTLINE_URL and WATCH_SECRET.'),
  WATCH: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether a server with the role `all` starts a watcher while a plan is active.'),
  WATCH_SECRET: secret(32).describe(
    'Secret shared with a separate watcher, at least 32 characters. Unset: derived from SESSION_SECRET, for the built-in watcher.',
  ),
  OAUTH_REGISTRATION: flag.describe(
    'Lets programs register themselves to sign in. Off: only programs identified by an https address may sign in.',
  ),
  OIDC_ISSUER: address.describe(
    'OpenID provider for signing in, in addition to passwords: the issuer address in its discovery document.',
  ),
  OIDC_CLIENT_ID: text.describe('Client id of this server at the OpenID provider.'),
  OIDC_CLIENT_SECRET: text.describe('Secret for OIDC_CLIENT_ID.'),
  OIDC_CLIENT_SECRET_FILE: text.describe('File that contains the secret instead.'),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .default('single sign-on')
    .describe('Name of the OpenID provider on the sign-in button.'),
  OIDC_ALLOWED_DOMAINS: text.describe(
    'Comma-separated email domains allowed to sign in with the OpenID provider. Unset: all.',
  ),
  METRICS_TOKEN: secret(16).describe(
    'Bearer token for /metrics, at least 16 characters. Unset: only programs on this machine, without a proxy.',
  ),
  CHROMIUM_PATH: text.describe('Browser that renders pages in website checks. Unset: the system’s Chromium.'),
  CAPTURE_PAUSE_MS: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(60_000))
    .optional()
    .describe(
      'Pause between two requests of a website check to one host, in milliseconds. Unset: 1000; 0 on loopback.',
    ),
  ALLOW_ROOT_BROWSER: flag.describe(
    'Lets the browser render as root, without its sandbox. Running as another user is safer.',
  ),
  EVIDENCE_URL: z
    .url({
      protocol: /^s3$/,
      hostname: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      error: 'must be s3://bucket or s3://bucket/prefix',
    })
    .optional()
    .describe('Bucket for page evidence shared by several machines. Unset: a folder in DATA_DIR.'),
  EVIDENCE_S3_ENDPOINT: address.describe('Address of an S3-compatible store. Unset: AWS.'),
  EVIDENCE_S3_REGION: z.string().trim().min(1).default('us-east-1').describe('Region of the bucket.'),
  EVIDENCE_S3_PATH_STYLE: flag.describe('Puts the bucket into the path, as most self-hosted stores expect.'),
  EVIDENCE_S3_ACCESS_KEY_ID: text.describe(
    'Access key for evidence. Unset: the machine’s own credentials (AWS_ACCESS_KEY_ID, a profile or a role).',
  ),
  EVIDENCE_S3_SECRET_ACCESS_KEY: text.describe('Secret for EVIDENCE_S3_ACCESS_KEY_ID.'),
  BUDGET_USD_PER_MONTH: dollars.describe(
    'Maximum spending of this deployment in a UTC month, in US dollars, over all workspaces. Unset: no limit.',
  ),
  MAX_USD_PER_ANSWER: dollars.describe(
    'Amount held for a purchase without a known price, in US dollars. Unset: under a budget such a purchase is refused.',
  ),
  PRICES_FILE: text.describe('JSON file of prices that override the built-in list; see docs/money.md.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:port, or smtps://' })
    .optional()
    .describe('Mail server for alerts and password resets. Unset: no mail is sent.'),
  MAIL_FROM: text.describe('Sender of email alerts, such as alerts@example.com. Required with SMTP_URL.'),
  EVIDENCE_RETENTION_DAYS: whole(0, 0, 36_500).describe(
    'Days after which captured page evidence is deleted; results stay. 0: kept.',
  ),
});

type Environment = z.infer<typeof environmentSchema>;

export type Config = Environment & {
  /** Null until the port is known when PORT is 0 and PUBLIC_BASE_URL is unset. */
  publicBaseUrl: string | null;
  allowedAccounts: ReadonlySet<string> | null;
  /** Null if not set. */
  engines: readonly string[] | null;
  acceptUnresolved: readonly string[];
  oidc: OidcSettings | null;
};

/** A configuration with which the service cannot start: one line that names the variable. */
export class ConfigError extends Error {}

/** Reads and checks the environment, once. Empty variables count as unset. @throws ConfigError */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const entry = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name in environmentSchema.shape && value !== undefined && value !== '',
    ),
  );
  const parsed = environmentSchema.safeParse(entry);
  if (!parsed.success) {
    const { path, reason } = describeIssue(parsed.error.issues[0], entry);
    throw new ConfigError(`${path.join('.')}: ${reason}`);
  }
  const config = parsed.data;
  if (config.DATABASE_URL === undefined && config.ROLE !== 'all' && config.ROLE !== 'watch') {
    throw new ConfigError(`ROLE: ${config.ROLE} alone needs DATABASE_URL; the embedded database serves one process`);
  }
  if (config.DATABASE_REPLICA_URL !== undefined && config.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL; the embedded database has no replica');
  }
  if ((config.DATAFORSEO_LOGIN === undefined) !== (config.DATAFORSEO_PASSWORD === undefined)) {
    throw new ConfigError('DATAFORSEO_LOGIN: requires DATAFORSEO_PASSWORD, and vice versa');
  }
  if ((config.SMTP_URL === undefined) !== (config.MAIL_FROM === undefined)) {
    throw new ConfigError('SMTP_URL: requires MAIL_FROM, and vice versa');
  }
  if ((config.EVIDENCE_S3_ACCESS_KEY_ID === undefined) !== (config.EVIDENCE_S3_SECRET_ACCESS_KEY === undefined)) {
    throw new ConfigError('EVIDENCE_S3_ACCESS_KEY_ID: requires EVIDENCE_S3_SECRET_ACCESS_KEY, and vice versa');
  }
  const domains = namesIn('OIDC_ALLOWED_DOMAINS', config.OIDC_ALLOWED_DOMAINS?.toLowerCase());
  const oidc = readOidc(config, domains === null ? null : new Set(domains));
  if (typeof oidc === 'string') throw new ConfigError(oidc);
  const accounts = namesIn('ALLOWED_ACCOUNTS', config.ALLOWED_ACCOUNTS?.toLowerCase());
  return {
    ...config,
    publicBaseUrl: config.PUBLIC_BASE_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    engines: namesIn('ENGINES', config.ENGINES),
    acceptUnresolved: namesIn('ACCEPT_UNRESOLVED', config.ACCEPT_UNRESOLVED) ?? [],
    allowedAccounts: accounts === null ? null : new Set(accounts),
    oidc,
  };
}

/**
 * Returns the names of a comma-separated list; null if it is not set. A typing error must not change who or what is
 * asked. @throws ConfigError
 */
function namesIn(variable: string, list: string | undefined): readonly string[] | null {
  if (list === undefined) return null;
  const names = list.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new ConfigError(`${variable}: has an empty entry; names are separated by single commas`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ConfigError(`${variable}: names ${twice} twice`);
  return names;
}

/** Returns true if an outside provider could call our MCP endpoint at this address. */
export function mcpReachable(config: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>, publicBaseUrl: string): boolean {
  return config.ALLOW_PRIVATE_TARGETS || isPublicHttps(publicBaseUrl);
}

/** Returns the browser for rendered pages, as configured by the operator. */
export function chromiumOf(config: Pick<Config, 'CHROMIUM_PATH' | 'ALLOW_ROOT_BROWSER'>): ChromiumOptions {
  return { path: config.CHROMIUM_PATH ?? null, allowRoot: config.ALLOW_ROOT_BROWSER };
}
