import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { plansQuery } from '../../api/planQueries.ts';
import { queryClient, runsQuery } from '../../api/queries.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';

/** Suggests what a new website has not used yet: a free capture, and a plan, which costs nothing to create. */
export function FirstActs({ site }: { site: Website }) {
  const isViewer = useIsViewer();
  const plans = useQuery({ ...plansQuery, refetchInterval: false }).data;
  const captures = useQuery(runsQuery({ kind: 'website', websiteId: site.id, limit: 1 })).data;
  const navigate = useNavigate();
  const capture = useMutation({
    mutationFn: () =>
      call(
        'ensureObservation',
        { kind: 'website', websiteId: site.id, maxAgeSeconds: 0 },
        { idempotencyKey: crypto.randomUUID(), timeoutMs: 60_000 },
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ to: '/sites/$siteId/website', params: { siteId: site.id } });
    },
  });
  if (isViewer || plans === undefined || captures === undefined) return null;
  const isCaptured = captures.items.length > 0;
  const hasPlan = plans.some(({ questions }) => (questions.websiteId ?? site.id) === site.id);
  if (isCaptured && hasPlan) return null;
  return (
    <section aria-label="Next steps" className="screen-only grid gap-x-10 gap-y-4 py-4 md:grid-cols-2">
      {!isCaptured && (
        <div>
          <p className="mb-2">
            Can engines read <bdi>{site.domain}</bdi>? A capture checks a few of its pages for free.
          </p>
          <Button busy={capture.isPending} onClick={() => capture.mutate()}>
            Check pages now (free; about 80 requests to your site)
          </Button>
          {capture.isError && <Failure error={capture.error} />}
        </div>
      )}
      {!hasPlan && (
        <div>
          <p className="mb-2">
            A plan repeats your questions, so you can see changes. It buys nothing until you activate it.
          </p>
          <Link to="/plans" search={{ make: site.id }} className={buttonLook()}>
            Plan weekly rounds
          </Link>
        </div>
      )}
    </section>
  );
}
