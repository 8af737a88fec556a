import { cookieOf, owner, type TestService } from './service.ts';

type Server = Pick<TestService, 'ask' | 'call'>;

const memberPassword = 'a password of a member';

/** Joins a workspace by a new invitation of its owner; returns the cookie of the new session. */
export async function joinWorkspace(
  service: Server,
  email: string,
  { role = 'member', password = memberPassword }: { role?: 'member' | 'viewer'; password?: string } = {},
): Promise<string> {
  const { link } = await service.call('inviteMember', { email, role });
  const body = { token: link.split('#')[1], password };
  const joined = await service.ask('/api/invitations/accept', { body });
  if (joined.status !== 201) throw new Error(`join: ${joined.status} ${joined.text}`);
  return cookieOf(joined);
}

/** Signs somebody in, by default the owner; returns the cookie of a session of its own. */
export async function signIn(service: Server, body: { email: string; password: string } = owner): Promise<string> {
  return cookieOf(await service.ask('/api/auth/sign-in/email', { body }));
}

export async function memberIdOf(service: Server, email: string): Promise<string> {
  const { members } = await service.call('listMembers', {});
  return members.find((member) => member.email === email)?.id ?? '';
}
