import type { Command } from 'commander';
import { send } from '../../client/send.ts';
import type { Transport } from '../../client/transport.ts';
import { minPasswordLength } from '../../domain/access/passwordRule.ts';
import { UsageError } from '../failures.ts';
import { print, printError } from '../output.ts';
import { safe } from '../safe.ts';
import { serverUrl, trimUrl } from '../serverConnection.ts';
import { callAccount, sessionTransport } from '../session/accountCalls.ts';
import { type Prompter, withPrompter } from '../session/prompter.ts';
import { assertSavable, forgetSession, savedSession, saveSession } from '../session/savedSessions.ts';

type SetupOptions = { email?: string; workspace?: string; site?: string; siteName?: string };
type SignInOptions = { email?: string; workspace?: string };

/** Adds `setup`, `sign-in` and `sign-out` for a person at the command line. Passwords are never arguments. */
export function addSignInCommands(program: Command): void {
  program
    .command('setup')
    .description('create the first account, workspace and website, and sign in; prompts for what is not given')
    .argument('<link>', 'the setup link that the server printed when it started, or its token')
    .option('--email <address>', 'email of the first account, the owner')
    .option('--workspace <name>', 'name of the workspace (default: "My workspace")')
    .option('--site <url>', 'the first website, such as https://www.example.com/')
    .option('--site-name <name>', 'name of the website (default: its domain)')
    .action((link: string, options: SetupOptions) => withPrompter((prompter) => setUp(prompter, link, options)));
  program
    .command('sign-in')
    .description('sign in to a server; commands without a key act as you until `sign-out`')
    .argument('[url]', 'address of the server (default: SIGHTLINE_URL, or the last one)')
    .option('--email <address>', 'email of your account')
    .option('--workspace <name>', 'name or id of the workspace to use, if you have several')
    .action((url: string | undefined, options: SignInOptions) =>
      withPrompter((prompter) => signIn(prompter, url, options)),
    );
  program
    .command('sign-out')
    .description('end the session started by `sign-in`')
    .argument('[url]', 'address of the server (default: SIGHTLINE_URL, or the last one)')
    .action(signOut);
}

/** Parses a setup link, which also names the server; a bare token is for the server that every command uses. */
function setupOf(link: string): { url: string; token: string } {
  if (link.trim() === '') throw new UsageError('the link is empty: copy the whole link that the server printed');
  const parsed = URL.parse(link);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return { url: serverUrl(process.env), token: link };
  const token = parsed.searchParams.get('token') ?? '';
  if (token === '') throw new UsageError('this link has no token: copy the whole link that the server printed');
  return { url: parsed.origin, token };
}

async function setUp(prompter: Prompter, link: string, options: SetupOptions): Promise<void> {
  const { url, token } = setupOf(link);
  assertSavable(process.env);
  warnOfPlainHttp(url);
  const email = await withDefault(prompter, options.email, 'Email of your account: ', '--email');
  const password = await newPassword(prompter);
  const site = options.site ?? (prompter.isInteractive ? await prompter.line('Your website (empty: later): ') : '');
  const body = {
    token,
    email,
    password,
    ...(options.workspace === undefined ? {} : { workspaceName: options.workspace }),
  };
  const { cookie } = await callAccount(url, 'POST', '/api/setup', body);
  saveSession(process.env, url, { email, cookie });
  print(safe(`${email} is the owner of this server, and signed in.`));
  if (site !== '') await addFirstSite(sessionTransport(url, cookie), site, options.siteName);
  print('Next: sightline ask "A question that a customer would ask"');
}

/** Adds the first website. The account already exists, so a refused address only prints what to do. */
async function addFirstSite(transport: Transport, url: string, name: string | undefined): Promise<void> {
  try {
    const { site } = await send(transport, 'createSite', { url, ...(name === undefined ? {} : { name }) });
    print(`${site.id} ${safe(site.domain)}`);
  } catch (cause) {
    printError('The account was created but the website was not; add it with `sightline sites add <url>`.');
    throw cause;
  }
}

async function newPassword(prompter: Prompter): Promise<string> {
  const password = await prompter.secret(`A password (at least ${minPasswordLength} characters): `);
  if (prompter.isInteractive && (await prompter.secret('Repeat it: ')) !== password) {
    throw new UsageError('the two passwords differ; nothing was sent');
  }
  return password;
}

async function signIn(prompter: Prompter, address: string | undefined, options: SignInOptions): Promise<void> {
  const url = serverOf(address);
  assertSavable(process.env);
  warnOfPlainHttp(url);
  const email = await withDefault(prompter, options.email, `Email of your account at ${url}: `, '--email');
  const password = await prompter.secret('Password: ');
  const signedIn = await withSecondStep(
    prompter,
    url,
    await callAccount(url, 'POST', '/api/auth/sign-in/email', { email, password }),
  );
  saveSession(process.env, url, { email, cookie: signedIn.cookie });
  const transport = sessionTransport(url, signedIn.cookie);
  const { workspace, workspaces } = await send(transport, 'session', {});
  const target = options.workspace;
  const choice = target === undefined ? workspace : workspaces.find(({ id, name }) => id === target || name === target);
  if (choice === undefined) {
    const names = workspaces.map(({ name }) => name).join(', ');
    throw new UsageError(`signed in, in ${workspace.name}; you have no workspace called ${target}, only: ${names}`);
  }
  if (choice.id !== workspace.id) await send(transport, 'switchWorkspace', { workspaceId: choice.id });
  print(safe(`Signed in to ${url} as ${email}, in ${choice.name}.`));
  if ((process.env.SIGHTLINE_API_KEY ?? '') !== '') {
    printError('SIGHTLINE_API_KEY is set: commands that accept a key keep using it.');
  }
}

type Answered = Awaited<ReturnType<typeof callAccount>>;

/** Asks for the second factor if the account has one: a code from its authenticator, or a backup code. */
async function withSecondStep(prompter: Prompter, url: string, reply: Answered): Promise<Answered> {
  if (reply.answer.twoFactorRedirect !== true) return reply;
  // Authenticators show their six digits in two groups.
  const code = (await prompter.secret('Code of your authenticator, or a backup code: ')).replaceAll(/\s/g, '');
  const path = /^\d+$/.test(code) ? 'verify-totp' : 'verify-backup-code';
  return callAccount(url, 'POST', `/api/auth/two-factor/${path}`, { code }, reply.cookie);
}

async function signOut(address: string | undefined): Promise<void> {
  const url = serverOf(address);
  const session = savedSession(process.env, url);
  if (session === null) return print(`You are not signed in to ${url} here.`);
  // Removed on this machine whatever the server replies, so that no session remains here.
  forgetSession(process.env, url);
  try {
    await callAccount(url, 'POST', '/api/auth/sign-out', {}, session.cookie);
  } catch (cause) {
    printError('Signed out here. The server could not be reached, so its session expires after 14 days.');
    throw cause;
  }
  print(safe(`${session.email} is signed out of ${url}.`));
}

function serverOf(address: string | undefined): string {
  if (address === undefined) return serverUrl(process.env);
  const parsed = URL.parse(address);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError('the address of a server begins with http:// or https://');
  }
  return trimUrl(parsed.origin);
}

async function withDefault(
  prompter: Prompter,
  value: string | undefined,
  question: string,
  option: string,
): Promise<string> {
  if (value !== undefined) return value;
  if (!prompter.isInteractive) throw new UsageError(`${option} is required without a terminal`);
  return prompter.line(question);
}

function warnOfPlainHttp(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return;
  printError(`${url} is not encrypted: anyone on the network path can read the password.`);
}
