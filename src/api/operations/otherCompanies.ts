import { z } from 'zod';
import { forgetOtherCompany, listCompaniesOf, nameOtherCompany } from '../../services/otherCompanies.ts';
import { defineOperation } from '../defineOperation.ts';
import { instant } from '../instant.ts';
import { recordId } from '../schemas.ts';

const shared = { audience: 'workspace', permission: 'read', tag: 'Management' } as const;
const siteParams = z.strictObject({ id: recordId });
const companySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  saidBy: z.string(),
  saidAt: instant,
});

export const listOtherCompaniesOperation = defineOperation({
  ...shared,
  id: 'listOtherCompanies',
  method: 'GET',
  path: '/sites/{id}/other-companies',
  summary: 'Names that the owner has said belong to other companies',
  params: siteParams,
  output: z.strictObject({ companies: z.array(companySchema) }),
  async run(ctx, { params }) {
    return { status: 200, body: { companies: await listCompaniesOf(ctx, { websiteId: params.id }) } };
  },
});

export const nameOtherCompanyOperation = defineOperation({
  ...shared,
  id: 'nameOtherCompany',
  method: 'POST',
  path: '/sites/{id}/other-companies',
  summary: 'Say that a name in answers is another company; past answers are recounted, never changed',
  params: siteParams,
  body: z.strictObject({
    name: z.string().trim().min(1).max(200),
    domain: z.string().trim().min(1).max(253),
  }),
  output: z.strictObject({ company: companySchema }),
  statuses: [201],
  async run(ctx, { params, body }) {
    return { status: 201, body: { company: await nameOtherCompany(ctx, { websiteId: params.id, ...body }) } };
  },
});

export const forgetOtherCompanyOperation = defineOperation({
  ...shared,
  id: 'forgetOtherCompany',
  method: 'DELETE',
  path: '/sites/{id}/other-companies/{companyId}',
  summary: 'Take back what was said about a name: it is unknown again',
  params: z.strictObject({ id: recordId, companyId: recordId }),
  output: z.null(),
  statuses: [204],
  async run(ctx, { params }) {
    await forgetOtherCompany(ctx, { websiteId: params.id, id: params.companyId });
    return { status: 204, body: null };
  },
});
