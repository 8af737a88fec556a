import { everyPage } from '../../client/everyPage.ts';
import type { Call } from '../../client/send.ts';
import type { OutputOf } from '../../contract/callTypes.ts';

export type SavedQuestion = OutputOf<'listQuestions'>['items'][number];
export type SavedAlertRule = OutputOf<'listAlertRules'>['items'][number];
export type SavedPlan = OutputOf<'listPlans'>['items'][number];

export type SavedWebsite = {
  /** Id; empty if the website exists only in a file. */
  id: string;
  url: string;
  domain: string;
  name: string;
  aliases: string[];
  exactNames: string[];
  dismissed: string[];
  rivals: { domain: string; name: string; names: string[] }[];
  /** Names that the owner assigned to other companies, including rivals' names. */
  otherNames: { id: string; name: string; domain: string }[];
};

/** Everything in a workspace that a plan file can describe. */
export type WorkspaceState = {
  websites: SavedWebsite[];
  questions: SavedQuestion[];
  plans: SavedPlan[];
  alertRules: SavedAlertRule[];
  /** Alert destinations, without their addresses. */
  destinations: { id: string; name: string }[];
  /** Ids of the server's engines. */
  engines: string[];
  /** Those that cannot be asked now. */
  offEngines: string[];
  declaredEngine: string;
};

/** Reads the state without changing anything. @throws SightlineError */
export async function readWorkspace(call: Call): Promise<WorkspaceState> {
  const { sites } = await call('listSites', {});
  const websites: SavedWebsite[] = [];
  for (const { id, url, domain, name, aliases, exactNames, settledDomains } of sites) {
    const rivals = await everyPage(call, 'listRivals', { id });
    const companies = await everyPage(call, 'listOtherCompanies', { id });
    websites.push({
      ...{ id, url, domain, name, rivals },
      aliases: [...aliases],
      exactNames: [...(exactNames ?? [])],
      dismissed: [...(settledDomains ?? [])],
      otherNames: companies.map((company) => ({ id: company.id, name: company.name, domain: company.domain })),
    });
  }
  const engines = await everyPage(call, 'listEngines', {});
  const destinations = await everyPage(call, 'listAlertDestinations', {});
  return {
    websites,
    questions: await everyPage(call, 'listQuestions', {}),
    plans: await everyPage(call, 'listPlans', {}),
    alertRules: await everyPage(call, 'listAlertRules', {}),
    destinations: destinations.map(({ id, name }) => ({ id, name })),
    engines: engines.map(({ id }) => id),
    offEngines: engines.filter(({ state }) => state === 'off').map(({ id }) => id),
    declaredEngine: engines.find(({ declared }) => declared)?.id ?? '',
  };
}
