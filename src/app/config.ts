import { z } from 'zod';
import { secondSeoCalls } from '../domain/seoReport.ts';
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
const text = z.string().trim().min(1).optional();
const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional();

/** Every variable the service reads, with its meaning; `.env.example` is held to this list by a test. */
export const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: whole(4280, 0, 65_535).describe('Port to listen on; 0 takes a free one.'),
  PUBLIC_BASE_URL: address
    .refine(
      (given) => given === undefined || isOrigin(given),
      'must have no path: the server is at the root of its host',
    )
    .describe('Address under which people and providers reach this server. Default: the address listened on.'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database, evidence and spilled receipts.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('PostgreSQL instead of the embedded database; needed for more than one process.'),
  SETUP_TOKEN: text.describe('Fixes the one-time token of the first-owner page, for automation.'),
  ALLOWED_ACCOUNTS: text.describe('Comma list of e-mails that may start paid work. Unset: all.'),
  OPENAI_API_KEY: text.describe('Provider key for keyword observations. Unset: the bundled simulator answers.'),
  OPENAI_BASE_URL: address.describe('Another address that speaks the same protocol.'),
  OPENAI_MODEL: z.string().default('gpt-5.5').describe('Model that answers when a case names none.'),
  OPENAI_WEBHOOK_SECRET: text.describe(
    'Secret (whsec_…) of the provider webhook at /api/webhooks/openai. Unset: polling only.',
  ),
  DATAFORSEO_LOGIN: text.describe('Login of the SEO data provider. Unset: the bundled simulator answers.'),
  DATAFORSEO_PASSWORD: text.describe('Password of the SEO data provider.'),
  DATAFORSEO_BASE_URL: address.describe('Another address, for example the provider’s sandbox.'),
  SEO_SECOND_CALL: z
    .enum(secondSeoCalls)
    .default('ranked_keywords')
    .describe('What a lookup buys beside the overview; backlinks need a subscription of their own at the provider.'),
  REQUESTS_PER_MINUTE: whole(60, 1, 10_000_000).describe('Requests a key may make in any 60 seconds.'),
  SEO_LOOKUPS_PER_HOUR: whole(20, 0, 100_000).describe('SEO lookups an owner may buy in any hour.'),
  ACTIVE_RUNS_PER_OWNER: whole(5, 0, 1_000_000).describe('Runs of an owner that may be active at once.'),
  RUNS_PER_DAY_PER_OWNER: whole(200, 0, 10_000_000).describe('Runs an owner may start in a UTC day.'),
  RUN_DEADLINE_SECONDS: whole(900, 1, 86_400).describe('After this long a run is asked to stop.'),
  POLL_INTERVAL_MS: whole(2_000, 10, 600_000).describe('Time between looks at an active run.'),
  SUBMIT_TIMEOUT_MS: whole(20_000, 50, 600_000).describe('How long one request to the provider may take.'),
  ALLOW_PRIVATE_TARGETS: flag.describe('Tests and demos only: lets page capture and MCP reach loopback.'),
  TRUST_PROXY: text.describe('Proxies whose X-Forwarded headers count: a number of hops or a list of addresses.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe line that is logged.'),
  ROLE: z
    .enum(['all', 'api', 'worker'])
    .default('all')
    .describe('What this process does. Separate roles need PostgreSQL.'),
  METRICS_TOKEN: text.describe('Bearer token for /metrics from other machines. Unset: loopback only.'),
  CHROMIUM_PATH: text.describe(
    'Browser for the rendered pass of website checks. Unset: a system Chromium is looked for.',
  ),
  EVIDENCE_RETENTION_DAYS: whole(0, 0, 36_500).describe(
    'Days after which captured page evidence is deleted; results stay. 0: kept.',
  ),
});

export type Environment = z.infer<typeof environmentSchema>;

export type Config = Environment & {
  /** Null until the port is known when PORT is 0 and PUBLIC_BASE_URL is unset. */
  publicBaseUrl: string | null;
  allowedAccounts: ReadonlySet<string> | null;
};

/** A configuration that cannot start: one line, naming the variable. */
export class ConfigError extends Error {}

/** Reads and checks the environment, once. Empty variables count as unset. @throws ConfigError */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name in environmentSchema.shape && value !== undefined && value !== '',
    ),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is not valid'}`);
  }
  const config = parsed.data;
  if (config.DATABASE_URL === undefined && config.ROLE !== 'all') {
    throw new ConfigError(`ROLE: ${config.ROLE} alone needs DATABASE_URL; the embedded database serves one process`);
  }
  if ((config.DATAFORSEO_LOGIN === undefined) !== (config.DATAFORSEO_PASSWORD === undefined)) {
    throw new ConfigError('DATAFORSEO_LOGIN: goes together with DATAFORSEO_PASSWORD');
  }
  const accounts = config.ALLOWED_ACCOUNTS?.split(',').map((email) => email.trim().toLowerCase());
  return {
    ...config,
    publicBaseUrl: config.PUBLIC_BASE_URL?.replace(/\/+$/, '') ?? null,
    allowedAccounts: accounts === undefined ? null : new Set(accounts.filter((email) => email !== '')),
  };
}

/** Whether an outside provider could call our MCP endpoint at this address. */
export function mcpReachable(config: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>, publicBaseUrl: string): boolean {
  return config.ALLOW_PRIVATE_TARGETS || isPublicHttps(publicBaseUrl);
}
