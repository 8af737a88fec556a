import { nameForm } from '../../domain/identity/nameForm.ts';
import type { OtherCompany } from '../../domain/identity/otherCompany.ts';
import { rowsAfter } from '../../domain/text/listPosition.ts';
import { forgetOtherCompany, listCompanies, nameOtherCompany } from '../../services/websites/otherCompanies.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { tag: 'Management' } as const;
export const otherCompaniesOperations: readonly Operation[] = [
  defineOperation('listOtherCompanies', {
    ...shared,
    permission: 'read',
    summary: 'List names that the owner assigned to other companies',
    async run(ctx, { params, query }) {
      const page = openListPage(ctx, 'listOtherCompanies', { params, query });
      const companies = await listCompanies(ctx, { websiteId: params.id });
      const positionOf = ({ name, id }: OtherCompany) => ({ at: nameForm(name), id });
      const rows = rowsAfter(companies, positionOf, page.after, page.count);
      return { status: 200, body: page.close(rows, positionOf) };
    },
  }),
  defineOperation('nameOtherCompany', {
    ...shared,
    permission: 'manage',
    summary: 'State that a name in answers is another company; past answers are recounted, never changed',
    async run(ctx, { params, body }) {
      return { status: 201, body: { company: await nameOtherCompany(ctx, { websiteId: params.id, ...body }) } };
    },
  }),
  defineOperation('forgetOtherCompany', {
    ...shared,
    permission: 'manage',
    summary: 'Undo a statement about a name: it becomes unknown',
    async run(ctx, { params }) {
      await forgetOtherCompany(ctx, { websiteId: params.id, id: params.companyId });
      return { status: 204, body: null };
    },
  }),
];
