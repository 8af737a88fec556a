import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import {
  enginesQuery,
  limitsQuery,
  membersQuery,
  providerKeysQuery,
  type Session,
  sessionQuery,
  sitesQuery,
} from '../../api/queries.ts';
import { integer } from '../../format/numbers.ts';
import { WholeFailure } from '../../shell/Failures.tsx';
import { lastSite } from '../../shell/lastSite.ts';
import { Skeleton } from '../../ui/Notice.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { useTab } from '../../ui/useTab.ts';
import type { Notion } from '../../words/notions.ts';
import { EngineRows } from '../engines/EnginesPage.tsx';
import { Account } from './Account.tsx';
import { Limits } from './Limits.tsx';
import { Members } from './Members.tsx';
import { Names } from './Names.tsx';
import { ProviderKeys } from './ProviderKeys.tsx';
import { Sites } from './Sites.tsx';
import { Workspace } from './Workspace.tsx';

type Given = { session: Session; sites: readonly Website[] };
type Part = { id: string; name: string; info?: Notion; body(given: Given): ReactNode };

const agentPages = [
  { to: '/docs/api', name: 'API keys', state: 'Create and revoke' },
  { to: '/docs/api/mcp', name: 'MCP clients', state: 'Configuration' },
  { to: '/approvals', name: 'Approvals', state: 'For agents that may not spend alone' },
  { to: '/settings/activity', name: 'Audit log', state: 'What members, keys and plans changed' },
] as const;

/** Parts of the settings in the order of their navigation; each has its own address, `?part=members`. */
const parts: readonly Part[] = [
  { id: 'websites', name: 'Websites', info: 'aliases', body: ({ sites }) => <Sites sites={sites} /> },
  { id: 'names', name: 'Names', body: ({ sites }) => <SiteNames sites={sites} /> },
  { id: 'engines', name: 'Engines', info: 'settingsEngines', body: () => <EngineRows /> },
  { id: 'keys', name: 'Provider keys', info: 'providerKeys', body: () => <ProviderKeys /> },
  { id: 'limits', name: 'Limits', info: 'limits', body: () => <Limits /> },
  {
    id: 'members',
    name: 'Members',
    info: 'memberRights',
    body: ({ session }) => <Members isOwner={session.role === 'owner'} />,
  },
  { id: 'workspace', name: 'Workspace', info: 'workspace', body: ({ session }) => <Workspace session={session} /> },
  { id: 'agents', name: 'Keys and agents', info: 'apiKeys', body: () => <AgentPages /> },
  { id: 'account', name: 'Your account', body: ({ session }) => <Account email={session.account.email} /> },
];

/** Returns what each part contains at present, for its place in the navigation. */
function useStates(sites: readonly Website[]): Readonly<Record<string, string | undefined>> {
  const engines = useQuery(enginesQuery).data;
  const keys = useQuery(providerKeysQuery).data;
  const limits = useQuery(limitsQuery).data;
  const members = useQuery(membersQuery).data?.members;
  const part = (some: number, of: number) => `${integer(some)}/${integer(of)}`;
  return {
    websites: integer(sites.length),
    engines: engines && part(engines.filter(({ state }) => state === 'ready').length, engines.length),
    keys: keys && part(keys.filter(({ isSet }) => isSet).length, keys.length),
    limits: limits && part(limits.runsToday, limits.runsPerDay),
    members: members && integer(members.length),
  };
}

/** Settings of the workspace and of the account, one part at a time. */
export function SettingsPage() {
  const session = useQuery(sessionQuery).data;
  const sites = useQuery(sitesQuery);
  const { site } = useSearch({ from: '/inside/settings' });
  // A link to the names of one website contains its id.
  const first = site === undefined ? 'websites' : 'names';
  const ids = [first, ...parts.map(({ id }) => id).filter((id) => id !== first)];
  const [value, choose] = useTab(ids, 'part');
  const states = useStates(sites.data ?? []);
  if (sites.isError) return <WholeFailure error={sites.error} retry={() => void sites.refetch()} />;
  if (sites.data === undefined || session === undefined) return <Skeleton className="h-96" />;
  const part = parts.find(({ id }) => id === value) as Part;
  return (
    <>
      <PageHead title="Settings">
        <bdi>{session.workspace.name}</bdi>
      </PageHead>
      <div className="gap-8 md:grid md:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="Parts of the settings" className="screen-only mb-3 flex gap-0.5 overflow-x-auto md:flex-col">
          {parts.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              // The chosen part may be outside the visible end of the list on a phone.
              ref={id === value ? (button) => button?.scrollIntoView({ block: 'nearest' }) : undefined}
              aria-current={id === value ? 'page' : undefined}
              onClick={() => choose(id)}
              className="flex min-h-8 shrink-0 items-center justify-between gap-x-2 whitespace-nowrap rounded-small px-2.5 text-small text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {name}
              {states[id] !== undefined && <span className="font-normal text-soft tabular-nums">{states[id]}</span>}
            </button>
          ))}
        </nav>
        <div className="min-w-0 [&>section]:border-t-0 [&>section]:pt-0">
          {part.id === 'names' ? (
            part.body({ session, sites: sites.data })
          ) : (
            <Section title={part.name} {...(part.info && { info: part.info })}>
              {part.body({ session, sites: sites.data })}
            </Section>
          )}
        </div>
      </div>
    </>
  );
}

function SiteNames({ sites }: { sites: readonly Website[] }) {
  const { site: choice } = useSearch({ from: '/inside/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const site = sites.find(({ id }) => id === (choice ?? lastSite())) ?? sites[0];
  if (site === undefined) return <p className="text-soft">Add a website first.</p>;
  return (
    <Names
      site={site}
      sites={sites}
      choose={(id) => void navigate({ search: { site: id }, replace: true, resetScroll: false })}
    />
  );
}

function AgentPages() {
  return (
    <Rows>
      {agentPages.map(({ to, name, state }) => (
        <Row
          key={to}
          name={
            <Link to={to} className="link">
              {name}
            </Link>
          }
          state={state}
        />
      ))}
    </Rows>
  );
}
