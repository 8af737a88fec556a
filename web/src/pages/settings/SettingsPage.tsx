import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { type Session, sessionQuery, sitesQuery } from '../../api/queries.ts';
import { WholeFailure } from '../../shell/Failures.tsx';
import { lastSite } from '../../shell/lastSite.ts';
import { Skeleton } from '../../ui/Notice.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { useTab } from '../../ui/useTab.ts';
import { EngineRows } from '../engines/EnginesPage.tsx';
import { Account } from './Account.tsx';
import { Limits } from './Limits.tsx';
import { Members } from './Members.tsx';
import { Names } from './Names.tsx';
import { ProviderKeys } from './ProviderKeys.tsx';
import { Sites } from './Sites.tsx';
import { Workspace } from './Workspace.tsx';

type Part = { id: string; name: string; body(given: { session: Session; sites: readonly Website[] }): ReactNode };

const agentPages = [
  { to: '/docs/api', name: 'API keys', state: 'Create and revoke' },
  { to: '/docs/api/mcp', name: 'MCP clients', state: 'Configuration' },
  { to: '/approvals', name: 'Approvals', state: 'For agents that may not spend alone' },
  { to: '/settings/activity', name: 'Audit log', state: 'What members, keys and plans changed' },
] as const;

/** Parts of the settings in the order of their navigation; each has its own address, `?part=members`. */
const parts: readonly Part[] = [
  {
    id: 'websites',
    name: 'Websites',
    body: ({ sites }) => (
      <Section title="Websites" info="aliases">
        <Sites sites={sites} />
      </Section>
    ),
  },
  { id: 'names', name: 'Names', body: ({ sites }) => <SiteNames sites={sites} /> },
  {
    id: 'engines',
    name: 'Engines',
    body: () => (
      <Section title="Engines" info="settingsEngines">
        <EngineRows />
      </Section>
    ),
  },
  {
    id: 'keys',
    name: 'Provider keys',
    body: () => (
      <Section title="Provider keys" info="providerKeys">
        <ProviderKeys />
      </Section>
    ),
  },
  {
    id: 'limits',
    name: 'Limits',
    body: () => (
      <Section title="Limits" info="limits">
        <Limits />
      </Section>
    ),
  },
  {
    id: 'members',
    name: 'Members',
    body: ({ session }) => (
      <Section title="Members" info="memberRights">
        <Members isOwner={session.role === 'owner'} />
      </Section>
    ),
  },
  {
    id: 'workspace',
    name: 'Workspace',
    body: ({ session }) => (
      <Section title="Workspace" info="workspace">
        <Workspace session={session} />
      </Section>
    ),
  },
  {
    id: 'agents',
    name: 'Keys and agents',
    body: () => (
      <Section title="Keys and agents" info="apiKeys">
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
      </Section>
    ),
  },
  {
    id: 'account',
    name: 'Your account',
    body: ({ session }) => (
      <Section title="Your account">
        <Account email={session.account.email} />
      </Section>
    ),
  },
];

/** Settings of the workspace and of the account, one part at a time. */
export function SettingsPage() {
  const session = useQuery(sessionQuery).data;
  const sites = useQuery(sitesQuery);
  const { site } = useSearch({ from: '/inside/settings' });
  // A link to the names of one website contains its id.
  const first = site === undefined ? 'websites' : 'names';
  const ids = [first, ...parts.map(({ id }) => id).filter((id) => id !== first)];
  const [value, choose] = useTab(ids, 'part');
  if (sites.isError) return <WholeFailure error={sites.error} retry={() => void sites.refetch()} />;
  if (sites.data === undefined || session === undefined) return <Skeleton className="h-96" />;
  const part = parts.find(({ id }) => id === value);
  return (
    <>
      <PageHead title="Settings">
        <bdi>{session.workspace.name}</bdi>
      </PageHead>
      <div className="gap-8 md:grid md:grid-cols-[10rem_minmax(0,1fr)]">
        <nav aria-label="Parts of the settings" className="screen-only mb-3 flex gap-0.5 overflow-x-auto md:flex-col">
          {parts.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              // The chosen part may be outside the visible end of the list on a phone.
              ref={id === value ? (button) => button?.scrollIntoView({ block: 'nearest' }) : undefined}
              aria-current={id === value ? 'page' : undefined}
              onClick={() => choose(id)}
              className="min-h-8 shrink-0 whitespace-nowrap rounded-small px-2.5 text-left text-small text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {name}
            </button>
          ))}
        </nav>
        <div className="min-w-0 [&>section]:border-t-0 [&>section]:pt-0">
          {part?.body({ session, sites: sites.data })}
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
