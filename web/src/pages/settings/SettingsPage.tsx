import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { sessionQuery, sitesQuery } from '../../api/queries.ts';
import { WholeFailure } from '../../shell/Failures.tsx';
import { lastSite } from '../../shell/lastSite.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { EngineList } from '../engines/EngineList.tsx';
import { Account } from './Account.tsx';
import { Export } from './Export.tsx';
import { Limits } from './Limits.tsx';
import { Members } from './Members.tsx';
import { Names } from './Names.tsx';
import { ProviderKeys } from './ProviderKeys.tsx';
import { Sites } from './Sites.tsx';
import { Workspace } from './Workspace.tsx';

/** Websites and their names, limits, members, export, and the account. */
export function SettingsPage() {
  const session = useQuery(sessionQuery).data;
  const sites = useQuery(sitesQuery);
  const { site: chosen } = useSearch({ from: '/inside/settings' });
  const navigate = useNavigate({ from: '/settings' });
  if (sites.isError) return <WholeFailure error={sites.error} retry={() => void sites.refetch()} />;
  if (sites.data === undefined || session === undefined) return <Skeleton className="h-96" />;
  const site = sites.data.find(({ id }) => id === (chosen ?? lastSite())) ?? sites.data[0];
  return (
    <>
      <PageHead title="Settings">
        <bdi>{session.workspace.name}</bdi>
      </PageHead>
      <Section
        title="Websites"
        note="An alias is another name, another domain, or a page of yours on a shared host. Changing them recounts past answers; it asks nothing anew."
      >
        <Sites sites={sites.data} />
      </Section>
      {site !== undefined && (
        <Names
          site={site}
          sites={sites.data}
          choose={(id) => void navigate({ search: { site: id }, replace: true, resetScroll: false })}
        />
      )}
      <Section
        title="Engines"
        note="What each engine asks and where, what it honours, how long it takes, and how a lost purchase is found."
        actions={
          <Link to="/settings/engines" className={buttonLook('plain', true)}>
            All engines
          </Link>
        }
      >
        <EngineList />
      </Section>
      <Section
        title="Alerts"
        note="What is told without looking: a change that the test carries, a failed gate, a full budget, a missed round, and the week in numbers."
        actions={
          <Link to="/alerts" className={buttonLook('plain', true)}>
            Rules and destinations
          </Link>
        }
      >
        <p className="text-soft">By signed webhook, Slack, Microsoft Teams or e-mail.</p>
      </Section>
      <Section
        title="Provider keys"
        note="They stand in the environment of the server, such as its .env file, and are read when it starts. Nobody sees them here. A test makes free calls only."
      >
        <ProviderKeys />
      </Section>
      <Section title="Limits" note="What this owner may still start. Set by the operator of this server.">
        <Limits />
      </Section>
      <Section title="Members">
        <Members isOwner={session.role === 'owner'} />
      </Section>
      <Section
        title="Workspace"
        note="Websites, people, keys and spending of one workspace are seen in no other: an agency keeps its clients apart so."
      >
        <Workspace session={session} />
      </Section>
      <Section
        title="Export"
        note="Everything saved in this workspace, as one JSON file: websites, questions, runs with their results, and SEO overviews. Keys and passwords are not in it."
      >
        <Export />
      </Section>
      <Section
        title="API keys and agents"
        note="Programs and agents use keys of their own, each with no more than it needs."
        actions={
          <Link to="/docs/api" className={buttonLook('plain', true)}>
            Keys and API
          </Link>
        }
      >
        <ul className="grid gap-1">
          <li>
            <Link to="/docs/api/mcp" className="link">
              Configuration for MCP clients
            </Link>
          </li>
          <li>
            <Link to="/approvals" className="link">
              Requests to buy
            </Link>
            , from agents that may not spend alone
          </li>
          <li>
            <Link to="/settings/activity" className="link">
              Who did what
            </Link>{' '}
            in this workspace
          </li>
        </ul>
      </Section>
      <Section title="Your account">
        <Account email={session.account.email} />
      </Section>
    </>
  );
}
