import { changeMemberRights, mayManage, readMemberRights } from '../../services/access/memberRights.ts';
import {
  cancelInvitation,
  changeMember,
  inviteMember,
  listMembers,
  removeMember,
} from '../../services/access/members.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Members');

type Invitation = Awaited<ReturnType<typeof inviteMember>>['invitation'];

const presentInvitation = ({ id, email, role, createdAt, expiresAt }: Invitation) => ({
  ...{ id, email, role, createdAt, expiresAt },
});

export const membersOperations: readonly Operation[] = [
  define.read('listMembers', {
    summary: 'List the members and open invitations of this workspace',
    async run(ctx) {
      const { members, invitations } = await listMembers(ctx);
      const { membersManage } = await readMemberRights(ctx);
      return {
        members: members.map(({ id, accountId, email, role, joinedAt }) => ({
          ...{ id, email, role, joinedAt },
          isYou: accountId === ctx.principal.accountId,
        })),
        invitations: invitations.map(presentInvitation),
        rights: { membersManage },
        mayManage: await mayManage(ctx),
      };
    },
  }),
  define.read('changeMemberRights', {
    summary: 'Set whether members may archive websites and revoke other members’ keys; owners only',
    async run(ctx, { body }) {
      const { membersManage } = await changeMemberRights(ctx, body);
      return { rights: { membersManage } };
    },
  }),
  define.read('inviteMember', {
    summary: 'Invite a member or a viewer; only this response contains the link',
    async run(ctx, { body }) {
      const { invitation, link } = await inviteMember(ctx, body);
      return { invitation: presentInvitation(invitation), link };
    },
  }),
  define.read('cancelInvitation', {
    summary: 'Withdraw an invitation',
    run: (ctx, { params }) => cancelInvitation(ctx, params),
  }),
  define.read('changeMember', {
    summary: 'Change a member to a viewer with read-only access, or back; owners only',
    description:
      'API keys of a member who becomes a viewer, and keys of plans they activated, stop working immediately.',
    run: (ctx, { params, body }) => changeMember(ctx, { ...params, ...body }),
  }),
  define.read('removeMember', {
    summary: 'Remove a member; their sessions here and their keys end immediately',
    run: (ctx, { params }) => removeMember(ctx, params),
  }),
];
