import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { sessionQuery, sitesQuery } from '../../api/queries.ts';
import { WholeFailure } from '../../shell/Failures.tsx';
import { PendingPage } from '../../shell/Pending.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { ReportPicture } from '../account/ReportPicture.tsx';
import { FirstQuestions } from './FirstQuestions.tsx';
import { SiteForm } from './SiteForm.tsx';

/** Leads to the first report: a website, its questions, one confirmation. */
export function StartPage() {
  const { site: siteId } = useSearch({ from: '/inside/start' });
  const navigate = useNavigate();
  const session = useQuery(sessionQuery).data;
  const query = useQuery(sitesQuery);
  const sites = query.data;
  const site = sites?.find((candidate) => candidate.id === siteId);
  if (siteId !== undefined && sites === undefined) {
    if (!query.isError) return <PendingPage />;
    return <WholeFailure error={query.error} retry={() => void query.refetch()} />;
  }
  if (session?.role === 'viewer') {
    return (
      <PageHead title={sites?.length === 0 ? 'No website yet' : 'Members add websites'}>
        You are a viewer in <bdi>{session.workspace.name}</bdi>: you have read-only access.
      </PageHead>
    );
  }
  const step = site === undefined ? 1 : 2;
  return (
    <>
      <PageHead title={step === 1 ? 'New website' : `Questions for ${foreign(site?.name ?? '')}`}>
        {step === 2 && '20 to 30, without your name'}
      </PageHead>
      <Steps at={step} simulated={session?.simulated.answers === true} />
      <div className={step === 1 ? 'grid items-start gap-x-16 lg:grid-cols-[minmax(0,1fr)_22rem]' : undefined}>
        {site === undefined ? (
          <>
            <SiteForm onSaved={(saved) => void navigate({ to: '/start', search: { site: saved.id } })} />
            <div className="max-lg:hidden">
              <ReportPicture isCaptioned={false} />
            </div>
          </>
        ) : (
          <FirstQuestions
            site={site}
            onAsked={() => void navigate({ to: '/sites/$siteId', params: { siteId: site.id } })}
          />
        )}
      </div>
    </>
  );
}

function Steps({ at, simulated }: { at: 1 | 2; simulated: boolean }) {
  const steps = ['Website', 'Questions', simulated ? 'Confirm (free)' : 'Confirm the price', 'Report'];
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap gap-x-3 gap-y-1 whitespace-nowrap text-small sm:gap-x-6">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === at ? 'step' : undefined}
          className={index + 1 === at ? 'font-medium text-ink' : 'text-soft'}
        >
          <span
            className={`mr-1.5 inline-grid size-5 place-items-center rounded-full border ${index + 1 === at ? 'border-accent bg-accent text-accent-ink' : 'border-edge'}`}
          >
            {index + 1}
          </span>
          {index === 0 && at === 2 ? (
            <Link to="/settings" className="link max-sm:sr-only" title="Change its address, name or aliases">
              {name}
            </Link>
          ) : (
            <span className={index + 1 === at ? '' : 'max-sm:sr-only'}>{name}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
