import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Website } from '../../../../src/api/wireTypes.ts';
import { call } from '../../api/http.ts';
import { overviewQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { counted } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';

/** Names in answers that no proof ties to a domain: the owner says which of them are theirs. */
export function Names({ site, sites, choose }: { site: Website; sites: readonly Website[]; choose(id: string): void }) {
  const report = useQuery(overviewQuery(site.id, {}));
  const approve = useMutation({
    mutationFn: (name: string) => call('PATCH', `/sites/${site.id}`, { body: { aliases: [...site.aliases, name] } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['visibility'] });
    },
  });
  const names = report.data?.unresolvedNames;
  return (
    <Section
      title="Names without a home"
      note={`Names in the latest answers that no link, alias or source ties to a domain. An answer with one cannot prove that ${site.name} is missing from it, so it is left out of the score. Approve only what is really you.`}
      actions={
        sites.length > 1 && (
          <Choice
            label="Website"
            hideLabel
            value={site.id}
            onChange={choose}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )
      }
    >
      {report.isError && <Failure error={report.error} retry={() => void report.refetch()} />}
      {approve.isError && <Failure error={approve.error} />}
      {names === undefined ? (
        !report.isError && <Skeleton className="h-24" />
      ) : names.total === 0 ? (
        <p className="text-soft">
          None: every name in the latest answers of {site.name} is identified, or there are no answers yet.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {names.rows.map((row) => (
            <li key={row.name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
              <span className="min-w-0">
                <span className="break-words font-medium">{row.name}</span>
                <span className="block text-small text-soft">
                  in {counted(row.answers, 'answer')}
                  {row.runIds[0] !== undefined && (
                    <>
                      {', for example '}
                      <Link to="/answers/$runId" params={{ runId: row.runIds[0] }} className="link">
                        this one
                      </Link>
                    </>
                  )}
                </span>
              </span>
              <Button
                small
                busy={approve.isPending && approve.variables === row.name}
                onClick={() => approve.mutate(row.name)}
              >
                This is {site.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
