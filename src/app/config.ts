import { z } from 'zod';
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
    .pipe(z.number().min(min).max(max))
    .default(fallback);
/** An amount of money, exact to the micro-dollar. */
const dollars = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount of US dollars such as 20 or 0.05')
  .transform(Number)
  .optional();
/** Every variable the service reads, with its meaning; `.env.example` is held to this list by a test. */
export const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: whole(4280, 0, 65_535).describe('Port to listen on; 0 takes a free one.'),
  PUBLIC_BASE_URL: address
    .refine((text) => text === undefined || isOrigin(text), 'must have no path: the server is at the root of its host')
    .describe('Address under which people and providers reach this server. Default: the address listened on.'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database, evidence and spilled receipts.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('PostgreSQL instead of the embedded database; needed for more than one process.'),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('A copy of that PostgreSQL which follows it: reports and lists are read there while it keeps up.'),
  REPLICA_MAX_LAG_SECONDS: whole(30, 1, 86_400).describe(
    'A copy further behind than this is not read; the database itself answers.',
  ),
  SETUP_TOKEN: secret(16).describe(
    'Fixes the one-time token of the first-owner page, for automation. At least 16 characters.',
  ),
  SESSION_SECRET: secret(32).describe(
    'Signs session cookies, at least 32 characters. Unset: made once, in DATA_DIR; processes that do not share that folder need it.',
  ),
  ALLOWED_ACCOUNTS: text.describe('Comma list of e-mails that may start paid work. Unset: all.'),
  ENGINES: text.describe(
    'Comma list of the engines that may be asked, the declared one first. Unset: every API engine with a key; without any key, a simulated trial.',
  ),
  ACCEPT_UNRESOLVED: text.describe(
    'Comma list of engines that may be asked although a lost purchase there cannot be found again.',
  ),
  ...engineVariables,
  SECOND_READER_MODEL: text.describe(
    'Model that reads every new answer a second time, one paid call an answer. Unset: off.',
  ),
  SECOND_READINGS_PER_DAY: whole(200, 0, 10_000_000).describe('Second readings an owner may buy in a UTC day.'),
  READER_MODEL: text.describe(
    'Model that may read saved answers on request, one paid call a text. Unset: off. Asked at OpenAI unless READER_URL names another endpoint.',
  ),
  READER_URL: address.describe(
    'Endpoint of the reading model that speaks OpenAI Chat Completions, with /v1: a local server, or another vendor.',
  ),
  READER_API_KEY_FILE: text.describe('File that holds the key of READER_URL. Unset: it needs none.'),
  READINGS_PER_DAY: whole(1_000, 0, 10_000_000).describe('Readings by the model an owner may buy in a UTC day.'),
  SEO_SECOND_CALL: z
    .enum(secondSeoCalls)
    .default('ranked_keywords')
    .describe(
      'What a lookup buys in addition to the overview; backlinks need a subscription of their own at the provider.',
    ),
  REQUESTS_PER_MINUTE: whole(60, 1, 10_000_000).describe('Requests a key may make in any 60 seconds.'),
  SEO_LOOKUPS_PER_HOUR: whole(20, 0, 100_000).describe('SEO lookups an owner may buy in any hour.'),
  ACTIVE_RUNS_PER_OWNER: whole(5, 0, 1_000_000).describe('Runs of an owner that may be active at once.'),
  RUNS_PER_DAY_PER_OWNER: whole(200, 0, 10_000_000).describe('Runs an owner may start in a UTC day.'),
  RUN_DEADLINE_SECONDS: whole(900, 1, 86_400).describe('After this long a run is asked to stop.'),
  ENGINE_HASTE: whole(1, 1, 10_000).describe(
    'Tests and demos only: divides the waits that an engine fixes itself, such as the time between two looks.',
  ),
  POLL_INTERVAL_MS: whole(2_000, 10, 600_000).describe('Time between polls of an active run.'),
  SUBMIT_TIMEOUT_MS: whole(20_000, 50, 600_000).describe('How long one request to the provider may take.'),
  FETCH_ADDRESS_LISTS: flag.describe(
    'Lets `bots update` fetch the address lists and keys that vendors of crawlers publish. Unset: lists are imported as files.',
  ),
  REVERSE_DNS: flag.describe(
    'Resolves the names of addresses that claim to be a crawler whose vendor publishes names, when a log is imported.',
  ),
  ALLOW_PRIVATE_TARGETS: flag.describe('Tests and demos only: lets page capture and MCP reach loopback.'),
  TRUST_PROXY: text
    .refine(
      (input) => input === undefined || isTrustProxy(input),
      'must be a number of proxies, or a comma list of addresses and ranges (10.0.0.0/8, loopback)',
    )
    .describe('Proxies whose X-Forwarded headers count: their number, or a comma list of addresses and ranges.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe line that is logged.'),
  ROLE: z
    .enum(['all', 'api', 'worker', 'watch'])
    .default('all')
    .describe('What this process does. Separate roles need PostgreSQL; `watch` needs SIGHTLINE_URL and WATCH_SECRET.'),
  WATCH: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether a server of the role `all` starts a watcher of its own while a plan is active.'),
  WATCH_SECRET: secret(32).describe(
    'What a watcher elsewhere shows to this server, at least 32 characters, the same for both. Unset: derived from SESSION_SECRET, for the watcher that the server starts.',
  ),
  OAUTH_REGISTRATION: flag.describe(
    'Lets programs that sign in register themselves. Off: those that name an https address of theirs may sign in.',
  ),
  OIDC_ISSUER: address.describe(
    'OpenID provider that people sign in with in addition to passwords: the address that its discovery document names as issuer.',
  ),
  OIDC_CLIENT_ID: text.describe('What this server is called at the OpenID provider.'),
  OIDC_CLIENT_SECRET: text.describe('Secret that goes with OIDC_CLIENT_ID.'),
  OIDC_CLIENT_SECRET_FILE: text.describe('File that holds it instead.'),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .default('single sign-on')
    .describe('What the button of the sign-in page calls the OpenID provider.'),
  OIDC_ALLOWED_DOMAINS: text.describe(
    'Comma list of e-mail domains whose people may sign in with the OpenID provider. Unset: all that it knows.',
  ),
  METRICS_TOKEN: secret(16).describe(
    'Bearer token for /metrics, at least 16 characters. Unset: programs of this machine only, and none through a proxy.',
  ),
  CHROMIUM_PATH: text.describe('Browser for the rendered pass of website checks. Unset: a Chromium of the system.'),
  CAPTURE_PAUSE_MS: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(60_000))
    .optional()
    .describe(
      'Pause between two requests of a website check to one host, in milliseconds. Unset: 1000, and none on loopback.',
    ),
  ALLOW_ROOT_BROWSER: flag.describe(
    'Lets the browser render as root, without its sandbox. Better: run as another user.',
  ),
  EVIDENCE_URL: z
    .url({
      protocol: /^s3$/,
      hostname: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      error: 'must be s3://bucket or s3://bucket/prefix',
    })
    .optional()
    .describe('Bucket for page evidence, so that several machines share it. Unset: a folder in DATA_DIR.'),
  EVIDENCE_S3_ENDPOINT: address.describe(
    'Address of a store that speaks S3. Unset: that of the cloud whose protocol it is.',
  ),
  EVIDENCE_S3_REGION: z.string().trim().min(1).default('us-east-1').describe('Region of the bucket.'),
  EVIDENCE_S3_PATH_STYLE: flag.describe('Puts the bucket into the path, as most self-hosted stores expect.'),
  EVIDENCE_S3_ACCESS_KEY_ID: text.describe(
    'Who writes evidence. Unset: what the machine offers (AWS_ACCESS_KEY_ID, a profile, its role).',
  ),
  EVIDENCE_S3_SECRET_ACCESS_KEY: text.describe('Secret that goes with EVIDENCE_S3_ACCESS_KEY_ID.'),
  BUDGET_USD_PER_MONTH: dollars.describe(
    'What this deployment may spend in a UTC month, in US dollars, over all workspaces. Unset: no limit.',
  ),
  MAX_USD_PER_ANSWER: dollars.describe(
    'What is held for a purchase whose price is not known, in US dollars. Unset: where a budget applies, it is refused.',
  ),
  PRICES_FILE: text.describe(
    'JSON file of prices that win over the list that comes with the program; see docs/money.md.',
  ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:port, or smtps://' })
    .optional()
    .describe('Mail server for alerts and forgotten passwords. Unset: no mail is sent.'),
  MAIL_FROM: text.describe('Sender of alerts by e-mail, such as alerts@example.com. Goes together with SMTP_URL.'),
  EVIDENCE_RETENTION_DAYS: whole(0, 0, 36_500).describe(
    'Days after which captured page evidence is deleted; results stay. 0: kept.',
  ),
});

type Environment = z.infer<typeof environmentSchema>;

export type Config = Environment & {
  /** Null until the port is known when PORT is 0 and PUBLIC_BASE_URL is unset. */
  publicBaseUrl: string | null;
  allowedAccounts: ReadonlySet<string> | null;
  /** Null: not said. */
  engines: readonly string[] | null;
  acceptUnresolved: readonly string[];
  oidc: OidcSettings | null;
};

/** A configuration that cannot start: one line, naming the variable. */
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
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is not valid'}`);
  }
  const config = parsed.data;
  if (config.DATABASE_URL === undefined && config.ROLE !== 'all' && config.ROLE !== 'watch') {
    throw new ConfigError(`ROLE: ${config.ROLE} alone needs DATABASE_URL; the embedded database serves one process`);
  }
  if (config.DATABASE_REPLICA_URL !== undefined && config.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL; the embedded database has no copy to read');
  }
  if ((config.DATAFORSEO_LOGIN === undefined) !== (config.DATAFORSEO_PASSWORD === undefined)) {
    throw new ConfigError('DATAFORSEO_LOGIN: goes together with DATAFORSEO_PASSWORD');
  }
  if ((config.SMTP_URL === undefined) !== (config.MAIL_FROM === undefined)) {
    throw new ConfigError('SMTP_URL: goes together with MAIL_FROM');
  }
  if ((config.EVIDENCE_S3_ACCESS_KEY_ID === undefined) !== (config.EVIDENCE_S3_SECRET_ACCESS_KEY === undefined)) {
    throw new ConfigError('EVIDENCE_S3_ACCESS_KEY_ID: goes together with EVIDENCE_S3_SECRET_ACCESS_KEY');
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

/** The names of a comma list; null where it is not set. A slip of the pen must not change who or what is asked. @throws ConfigError */
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

/** The browser of the rendered pass, as the operator set it. */
export function chromiumOf(config: Pick<Config, 'CHROMIUM_PATH' | 'ALLOW_ROOT_BROWSER'>): ChromiumOptions {
  return { path: config.CHROMIUM_PATH ?? null, allowRoot: config.ALLOW_ROOT_BROWSER };
}
