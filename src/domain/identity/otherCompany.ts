/**
 * An owner's statement that a name in answers belongs to another company with its own domain, such as a competitor. It
 * is evidence about identity only, changes no saved answer, and can be undone.
 */
export type OtherCompany = {
  id: string;
  /** As answers write it; compared by its name form. */
  name: string;
  /** Registrable; never one of the website's own or a shared host. */
  domain: string;
  /** Email of the account that stated it. */
  saidBy: string;
  /** ISO 8601. */
  saidAt: string;
};

export const maxOtherCompanies = 500;
