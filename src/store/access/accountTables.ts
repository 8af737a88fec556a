import type { Generated } from 'kysely';

/** Tables of the account library, with the names and columns that it expects. */
export type AccountTables = {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: number | boolean;
    image: string | null;
    twoFactorEnabled: Generated<number | boolean>;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
  session: {
    id: string;
    userId: string;
    token: string;
    expiresAt: string | Date;
    createdAt: string | Date;
    updatedAt: string | Date;
    ipAddress: string | null;
    userAgent: string | null;
    activeOrganizationId: string | null;
  };
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
  twoFactor: { id: string; userId: string; lastStep: number | null };
  verification: { id: string; identifier: string; value: string; expiresAt: string | Date };
  organization: {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
    metadata: string | null;
    createdAt: string | Date;
    ownerId: string;
  };
  member: { id: string; userId: string; organizationId: string; role: string; createdAt: string | Date };
  invitation: {
    id: string;
    organizationId: string;
    email: string;
    role: string | null;
    status: string;
    inviterId: string;
    expiresAt: string | Date;
    createdAt: Generated<string | Date>;
  };
};
