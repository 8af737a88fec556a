import type { Principal } from './principal.ts';

export const actorKinds = ['member', 'key', 'client', 'run'] as const;

/** Author of an action: a signed-in member, a key, a program that signed in for an account, or the agent of a run. */
export type Actor = { kind: (typeof actorKinds)[number]; id: string; name: string; accountEmail: string };

/** One recorded action. `act` is an operation's id, or `useApproval`. */
export type AuditEntry = {
  id: string;
  at: string;
  actor: Actor;
  act: string;
  /** Id, address or domain of the object that the action changed. */
  subject: string | null;
  note: string | null;
};

export function actorOf(principal: Principal): Actor {
  const { accountEmail } = principal;
  switch (principal.kind) {
    case 'session':
      return { kind: 'member', id: principal.accountId, name: accountEmail, accountEmail };
    case 'key':
      return { kind: 'key', id: principal.keyId, name: principal.keyName, accountEmail };
    case 'client':
      return { kind: 'client', id: principal.connectionId, name: principal.clientName, accountEmail };
    case 'capability':
      return { kind: 'run', id: principal.runId, name: principal.tool, accountEmail };
  }
}
