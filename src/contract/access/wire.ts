import { z } from 'zod';
import { permissions, v1Permissions } from '../../domain/access/permissions.ts';
import { assignableRoles, roles } from '../../domain/access/roles.ts';
import { instant } from '../instant.ts';
import { pageOfItems, pageQuery } from '../paging.ts';
import { apiKeySchema, each, idParams, lineOf } from '../schemas.ts';
import { noContent, wireShape } from '../wireShape.ts';

const limitsSchema = z.strictObject({
  requestsPerMinute: z.int(),
  requestsRemaining: z.int().min(0),
  resetSeconds: z.int().min(0),
  seoLookupsPerHour: z.int(),
  seoLookupsRemaining: z.int().min(0),
  activeRuns: z.int().min(0),
  activeRunLimit: z.int(),
  runsToday: z.int().min(0),
  runsPerDay: z.int(),
});

const authStatusSchema = z
  .strictObject({
    valid: z.literal(true),
    key: z
      .strictObject({
        ...each(z.string(), 'id name prefix'),
        permissions: z.array(z.enum(v1Permissions)),
        createdAt: instant,
        expiresAt: instant.nullable(),
      })
      .nullable(),
    workspace: z.strictObject({ id: z.string(), name: z.string() }),
    limits: limitsSchema,
  })
  .meta({ id: 'AuthStatus' });

const invitationSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(assignableRoles),
  createdAt: instant,
  expiresAt: instant,
});
const memberSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  joinedAt: instant,
  isYou: z.boolean(),
});

/** Rights that an owner sets for all members of the workspace. */
const rightsSchema = z.strictObject({ membersManage: z.boolean() });

/** Keys and members. */
export const accessWire = {
  authStatus: wireShape({ output: authStatusSchema }),
  listKeys: wireShape({
    query: z.strictObject(pageQuery),
    output: pageOfItems(
      apiKeySchema.extend({
        isYours: z.boolean(),
        /** True for callers' own keys, and for others' if the owner allows it. */
        mayRevoke: z.boolean(),
      }),
    ),
  }),
  createKey: wireShape({
    body: z.strictObject({
      name: lineOf(100),
      permissions: z.array(z.enum(permissions)).max(permissions.length),
      asksToSpend: z.boolean().default(false).meta({
        description: 'True: a member must approve each purchase of this key in the web app.',
      }),
      expiresInDays: z.int().min(1).max(3_650).nullish(),
      password: z
        .string()
        .min(1)
        .max(128)
        .optional()
        .meta({ description: 'With `seo`, from a session older than an hour, unless the key asks to spend.' }),
    }),
    output: z.strictObject({ key: apiKeySchema, secret: z.string() }),
    statuses: [201],
  }),
  revokeKey: wireShape({ params: idParams, ...noContent }),
  listMembers: wireShape({
    output: z.strictObject({
      members: z.array(memberSchema),
      invitations: z.array(invitationSchema),
      rights: rightsSchema,
      /** True if this caller may archive websites and revoke others' keys. */
      mayManage: z.boolean(),
    }),
  }),
  changeMemberRights: wireShape({ body: rightsSchema, output: z.strictObject({ rights: rightsSchema }) }),
  inviteMember: wireShape({
    body: z.strictObject({ email: z.email().max(254), role: z.enum(assignableRoles).default('member') }),
    output: z.strictObject({ invitation: invitationSchema, link: z.string() }),
    statuses: [201],
  }),
  cancelInvitation: wireShape({ params: idParams, ...noContent }),
  changeMember: wireShape({ params: idParams, body: z.strictObject({ role: z.enum(assignableRoles) }), ...noContent }),
  removeMember: wireShape({ params: idParams, ...noContent }),
};
