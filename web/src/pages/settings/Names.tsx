import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Website } from '../../../../src/api/wireTypes.ts';
import { call } from '../../api/http.ts';
import { overviewQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { counted } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { GiveAway, OtherCompanies, rereadNames } from './OtherCompanies.tsx';

/** Names in answers that no proof ties to a domain: the owner says which are theirs, and whose the others are. */
export function Names({ site, sites, choose }: { site: Website; sites: readonly Website[]; choose(id: string): void }) {
  const report = useQuery(overviewQuery(site.id, {}));
  const [giving, setGiving] = useState<string | null>(null);
  const setAliases = useMutation({
    mutationFn: ({ aliases }: { aliases: readonly string[]; claimed: string | null }) =>
      call('PATCH', `/sites/${site.id}`, { body: { aliases } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      await rereadNames(site.id);
    },
  });
  const claim = (name: string) => setAliases.mutate({ aliases: [...site.aliases, name], claimed: name });
  const claimed = setAliases.isSuccess ? setAliases.variables.claimed : null;
  const names = report.data?.unresolvedNames;
  const { found, field, none } = useListSearch({
    place: 'names',
    rows: names?.rows ?? [],
    textOf: (row) => row.name,
    noun: 'name',
  });
  return (
    <Section
      id="names"
      title="Names"
      note={`Names in the latest answers that no link, alias or source ties to a domain. An answer with one cannot prove that ${site.name} is missing from it, so it is left out of the score. Say only what you know: nothing is guessed, and no saved answer changes.`}
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
      {setAliases.isError && <Failure error={setAliases.error} />}
      {claimed !== null && site.aliases.includes(claimed) && (
        <div role="status" className="mb-4">
          <Notice title={`“${claimed}” now counts as ${site.name}`}>
            <Button
              small
              className="mt-1"
              busy={setAliases.isPending}
              onClick={() =>
                setAliases.mutate({ aliases: site.aliases.filter((alias) => alias !== claimed), claimed: null })
              }
            >
              Undo
            </Button>
          </Notice>
        </div>
      )}
      {names === undefined ? (
        !report.isError && <Skeleton className="h-24" />
      ) : names.total === 0 ? (
        <p className="text-soft">
          {report.data?.coverage.questionsAnswered === 0
            ? `${site.name} has no answers yet. Names that nothing identifies appear here.`
            : `None: every name in the latest answers of ${site.name} is identified.`}
        </p>
      ) : (
        <>
          {field}
          {none}
          <ul className="divide-y divide-line">
            {found.map((row) => (
              <li key={row.name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
                <span className="min-w-0">
                  <span className="break-words font-medium">{row.name}</span>
                  <span className="block text-small text-soft">
                    in {counted(row.answers, 'answer')}
                    {row.runIds[0] !== undefined && (
                      <>
                        {', for example '}
                        <Link
                          to="/answers/$runId"
                          params={{ runId: row.runIds[0] }}
                          className="link"
                          aria-label={`this one, with ${row.name}`}
                        >
                          this one
                        </Link>
                      </>
                    )}
                  </span>
                </span>
                <span className="flex flex-wrap gap-2">
                  <Button
                    small
                    busy={setAliases.isPending && setAliases.variables.claimed === row.name}
                    onClick={() => claim(row.name)}
                    aria-label={`This is ${site.name}: ${row.name}`}
                  >
                    This is {site.name}
                  </Button>
                  <Button
                    small
                    aria-expanded={giving === row.name}
                    onClick={() => setGiving(giving === row.name ? null : row.name)}
                    aria-label={`Another company…: ${row.name}`}
                  >
                    Another company…
                  </Button>
                </span>
                {giving === row.name && <GiveAway site={site} name={row.name} onDone={() => setGiving(null)} />}
              </li>
            ))}
          </ul>
        </>
      )}
      <OtherCompanies site={site} />
    </Section>
  );
}
