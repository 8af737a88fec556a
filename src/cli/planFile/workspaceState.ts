import { everyPage } from '../../client/everyPage.ts';
import type { Call } from '../../client/send.ts';
import type { OutputOf } from '../../contract/callTypes.ts';

export type SavedQuestion = OutputOf<'listQuestions'>['items'][number];
export type SavedPlan = OutputOf<'listPlans'>['items'][number];

export type SavedWebsite = {
  /** Empty where it is in a file only. */
  id: string;
  url: string;
  domain: string;
  name: string;
  aliases: string[];
  exactNames: string[];
  dismissed: string[];
  rivals: { domain: string; name: string; names: string[] }[];
  /** Names that the owner gave to others, rivals' names among them. */
  otherNames: { id: string; name: string; domain: string }[];
};

/** All that a plan file can say about a workspace. */
export type WorkspaceState = {
  websites: SavedWebsite[];
  questions: SavedQuestion[];
  plans: SavedPlan[];
  declaredEngine: string;
};

/** Reads only. @throws SightlineError */
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
  return {
    websites,
    questions: await everyPage(call, 'listQuestions', {}),
    plans: await everyPage(call, 'listPlans', {}),
    declaredEngine: engines.find(({ declared }) => declared)?.id ?? '',
  };
}
