import { nameForm } from '../../domain/identity/nameForm.ts';
import { forgetOtherCompany, listCompanies, nameOtherCompany } from '../../services/websites/otherCompanies.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Management');

export const otherCompaniesOperations: readonly Operation[] = [
  define.read('listOtherCompanies', {
    summary: 'List names that the owner assigned to other companies',
    run: async (ctx, { params, page }) =>
      page.cut(await listCompanies(ctx, { websiteId: params.id }), ({ name, id }) => ({ at: nameForm(name), id })),
  }),
  define.manage('nameOtherCompany', {
    summary: 'State that a name in answers is another company; past answers are recounted, never changed',
    run: async (ctx, { params, body }) => ({ company: await nameOtherCompany(ctx, { websiteId: params.id, ...body }) }),
  }),
  define.manage('forgetOtherCompany', {
    summary: 'Undo a statement about a name: it becomes unknown',
    run: (ctx, { params }) => forgetOtherCompany(ctx, { websiteId: params.id, id: params.companyId }),
  }),
];
