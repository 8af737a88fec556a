import { z } from 'zod';
import { cancelInvitation, inviteMember, listMembers, removeMember } from '../../services/members.ts';
import { defineOperation } from '../defineOperation.ts';
import { instant } from '../instant.ts';
import { recordId } from '../schemas.ts';

const shared = { audience: 'workspace', permission: 'read', tag: 'Members' } as const;
const idParams = z.strictObject({ id: recordId });
const invitationSchema = z.strictObject({ id: z.string(), email: z.string(), createdAt: instant, expiresAt: instant });
const memberSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'member']),
  joinedAt: instant,
  isYou: z.boolean(),
});

export const listMembersOperation = defineOperation({
  ...shared,
  id: 'listMembers',
  method: 'GET',
  path: '/members',
  summary: 'Who works in this workspace, and who is invited',
  output: z.strictObject({ members: z.array(memberSchema), invitations: z.array(invitationSchema) }),
  async run(ctx) {
    const { members, invitations } = await listMembers(ctx);
    return {
      status: 200,
      body: {
        members: members.map(({ id, accountId, email, role, joinedAt }) => ({
          id,
          email,
          role,
          joinedAt,
          isYou: accountId === ctx.principal.accountId,
        })),
        invitations: invitations.map(({ id, email, createdAt, expiresAt }) => ({ id, email, createdAt, expiresAt })),
      },
    };
  },
});

export const inviteMemberOperation = defineOperation({
  ...shared,
  id: 'inviteMember',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite a member; the link is shown in this answer only',
  body: z.strictObject({ email: z.email().max(254) }),
  output: z.strictObject({ invitation: invitationSchema, link: z.string() }),
  statuses: [201],
  async run(ctx, { body }) {
    const { invitation, link } = await inviteMember(ctx, body);
    const { id, email, createdAt, expiresAt } = invitation;
    return { status: 201, body: { invitation: { id, email, createdAt, expiresAt }, link } };
  },
});

export const cancelInvitationOperation = defineOperation({
  ...shared,
  id: 'cancelInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
  summary: 'Withdraw an invitation',
  params: idParams,
  output: z.null(),
  statuses: [204],
  async run(ctx, { params }) {
    await cancelInvitation(ctx, params);
    return { status: 204, body: null };
  },
});

export const removeMemberOperation = defineOperation({
  ...shared,
  id: 'removeMember',
  method: 'DELETE',
  path: '/members/{id}',
  summary: 'Remove a member; their sessions here and their keys end at once',
  params: idParams,
  output: z.null(),
  statuses: [204],
  async run(ctx, { params }) {
    await removeMember(ctx, params);
    return { status: 204, body: null };
  },
});
