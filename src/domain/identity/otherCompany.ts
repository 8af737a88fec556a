/**
 * The owner's statement that a name in answers belongs to another company, with that company's domain: a competitor registered by name. It is evidence about identity only, changes no saved answer, and can be undone.
 */
export type OtherCompany = {
  id: string;
  /** As the answers write it; compared by its name form. */
  name: string;
  /** Registrable, never one of the website's own and never a host that many share. */
  domain: string;
  /** E-mail of the account that said so. */
  saidBy: string;
  /** ISO 8601. */
  saidAt: string;
};

export const maxOtherCompanies = 500;
