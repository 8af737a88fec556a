import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { firstQuestionQuery, sessionQuery, sitesQuery } from '../../api/queries.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Code } from './Code.tsx';
import { Connections } from './Connections.tsx';
import { DocsTabs } from './DocsTabs.tsx';
import { Keys } from './Keys.tsx';

/** Shows the keys, then a working call with your own ids. */
export function ApiPage() {
  const session = useQuery({ ...sessionQuery, retry: false });
  const isSignedIn = session.data !== undefined;
  const sites = useQuery({ ...sitesQuery, enabled: isSignedIn }).data;
  const question = useQuery({ ...firstQuestionQuery, enabled: isSignedIn }).data;
  const api = `${session.data?.publicBaseUrl ?? location.origin}/api`;
  const base = `${api}/v1`;
  const websiteId = sites?.[0]?.id ?? 'site_…';
  const caseId = question?.engines[0]?.cases[0]?.id ?? 'case_…';
  return (
    <>
      <PageHead title="API" filters={<DocsTabs />} />
      {isSignedIn ? (
        <Keys />
      ) : (
        <Section title="Keys" info="apiKeys">
          <Notice title="Sign in to create and revoke keys">
            <Link to="/sign-in" search={{ next: '/docs/api' }} className={`${buttonLook('plain', true)} mt-2`}>
              Sign in
            </Link>
          </Notice>
        </Section>
      )}
      <Section
        title="A first call"
        {...(sites?.[0] === undefined && { note: 'Insert your own ids from GET /sites and GET /benchmark-cases.' })}
      >
        <div className="grid gap-4">
          <Code
            label="How visible is the website? Free."
            text={`curl -s '${api}/v2/visibility/current?websiteId=${websiteId}' \\\n  -H "Authorization: Bearer $SIGHTLINE_API_KEY"`}
          />
          <Code
            label="Asks a question. Buys at most one run, even if retried."
            text={`curl -s -X POST '${base}/observations/ensure' \\\n  -H "Authorization: Bearer $SIGHTLINE_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -H "Idempotency-Key: ask-${caseId}-1" \\\n  -d '{"kind":"keyword","caseId":"${caseId}"}'`}
          />
        </div>
      </Section>
      {isSignedIn && (
        <Section title="Connected programs" info="connectedAgents">
          <Connections />
        </Section>
      )}
      <Section title="More">
        <ul className="grid gap-1">
          <li>
            <a href="/docs/api/reference" className="link">
              Reference of every operation
            </a>
            , with the machine-readable{' '}
            <a href="/api/openapi.json" className="link">
              OpenAPI 3.1 description
            </a>
            , and{' '}
            <a href="/api/v2/openapi.json" className="link">
              that of v2
            </a>
          </li>
          <li>
            <Link to="/docs/api/mcp" className="link">
              Configuration for MCP clients
            </Link>
          </li>
        </ul>
      </Section>
    </>
  );
}
