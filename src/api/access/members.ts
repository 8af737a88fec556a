import { changeMemberRights, mayManage, readMemberRights } from '../../services/access/memberRights.ts';
import {
  cancelInvitation,
  changeMember,
  inviteMember,
  listMembers,
  removeMember,
} from '../../services/access/members.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { permission: 'read', tag: 'Members' } as const;
type Invitation = Awaited<ReturnType<typeof inviteMember>>['invitation'];

const presentInvitation = ({ id, email, role, createdAt, expiresAt }: Invitation) => ({
  id,
  email,
  role,
  createdAt,
  expiresAt,
});

export const membersOperations: readonly Operation[] = [
  defineOperation('listMembers', {
    ...shared,
    summary: 'List the members and open invitations of this workspace',
    async run(ctx) {
      const { members, invitations } = await listMembers(ctx);
      const { membersManage } = await readMemberRights(ctx);
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
          invitations: invitations.map(presentInvitation),
          rights: { membersManage },
          mayManage: await mayManage(ctx),
        },
      };
    },
  }),
  defineOperation('changeMemberRights', {
    ...shared,
    summary: 'Set whether members may archive websites and revoke other members’ keys; owners only',
    async run(ctx, { body }) {
      const { membersManage } = await changeMemberRights(ctx, body);
      return { status: 200, body: { rights: { membersManage } } };
    },
  }),
  defineOperation('inviteMember', {
    ...shared,
    summary: 'Invite a member or a viewer; only this response contains the link',
    async run(ctx, { body }) {
      const { invitation, link } = await inviteMember(ctx, body);
      return { status: 201, body: { invitation: presentInvitation(invitation), link } };
    },
  }),
  defineOperation('cancelInvitation', {
    ...shared,
    summary: 'Withdraw an invitation',
    async run(ctx, { params }) {
      await cancelInvitation(ctx, params);
      return { status: 204, body: null };
    },
  }),
  defineOperation('changeMember', {
    ...shared,
    summary: 'Change a member to a viewer with read-only access, or back; owners only',
    description:
      'API keys of a member who becomes a viewer, and keys of plans they activated, stop working immediately.',
    async run(ctx, { params, body }) {
      await changeMember(ctx, { ...params, ...body });
      return { status: 204, body: null };
    },
  }),
  defineOperation('removeMember', {
    ...shared,
    summary: 'Remove a member; their sessions here and their keys end immediately',
    async run(ctx, { params }) {
      await removeMember(ctx, params);
      return { status: 204, body: null };
    },
  }),
];
