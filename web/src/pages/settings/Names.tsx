import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, siteNamesQuery, sitesQuery } from '../../api/queries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { foreign, Sentence } from '../../ui/Foreign.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';
import { ExactNames } from './ExactNames.tsx';
import { NameRow, type OwnerName } from './NameRow.tsx';
import { OtherCompanies, rereadNames } from './OtherCompanies.tsx';

/** With fewer agreeing answers a name is offered individually, not in bulk. */
const minNamesInBulk = 2;

/** Names in answers that only the owner can decide or confirm, with the evidence of other answers and undo. */
export function Names({ site, sites, choose }: { site: Website; sites: readonly Website[]; choose(id: string): void }) {
  const ledger = useQuery(siteNamesQuery(site.id));
  const report = useQuery(overviewQuery(site.id, {}));
  const [giving, setGiving] = useState<string | null>(null);
  const reread = async () => {
    await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
    await rereadNames(site.id);
  };
  const say = useMutation({
    mutationFn: (names: readonly OwnerName[]) => call('acceptNames', { id: site.id, names: [...names] }),
    onSuccess: reread,
  });
  const revokeIt = useMutation({
    mutationFn: (names: readonly string[]) => call('takeBackNames', { id: site.id, names: [...names] }),
    onSuccess: async () => {
      say.reset();
      await reread();
    },
  });
  const names = ledger.data?.names;
  const { found, field, none } = useListSearch({
    place: 'names',
    rows: names ?? [],
    textOf: (row) => `${row.name} ${row.offer?.domain ?? ''}`,
    noun: 'name',
  });
  const offers = (names ?? []).flatMap(({ name, offer }) =>
    offer === null || offer.answers < minNamesInBulk ? [] : [{ name, domain: offer.own ? null : offer.domain }],
  );
  const accepted = say.data?.accepted ?? [];
  return (
    <Section
      id="names"
      title="Names"
      info="siteNames"
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
      {ledger.isError && <Failure error={ledger.error} retry={() => void ledger.refetch()} />}
      {say.isError && <Failure error={say.error} />}
      {revokeIt.isError && <Failure error={revokeIt.error} />}
      {accepted.length > 0 && (
        <div role="status" className="mb-4">
          <Notice title={describeNotice(accepted, site)}>
            <Button
              forMembers
              small
              className="mt-1"
              busy={revokeIt.isPending}
              onClick={() => revokeIt.mutate(accepted.map(({ name }) => name))}
            >
              Undo
            </Button>
          </Notice>
        </div>
      )}
      <ExactNames site={site} proposals={ledger.data?.exactProposals ?? []} onSaved={reread} />
      {names === undefined ? (
        !ledger.isError && <Skeleton className="h-24" />
      ) : names.length === 0 ? (
        <p className="text-soft">
          <Sentence
            text={
              report.data?.coverage.questionsAnswered === 0
                ? `${foreign(site.name)} has no answers yet. Unidentified names appear here.`
                : `None: every name in the latest answers of ${foreign(site.name)} is identified.`
            }
          />
        </p>
      ) : (
        <>
          {offers.length > 0 && (
            <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
              <span>
                {countWithNoun(offers.length, 'name below is', 'names below are')} linked to one domain by at least{' '}
                {minNamesInBulk} other answers, without contradiction.
              </span>
              <Button
                forMembers
                small
                busy={say.isPending && say.variables.length > 1}
                onClick={() => say.mutate(offers)}
              >
                {offers.length === 1 ? 'Accept it' : `Accept all ${offers.length}`}
              </Button>
            </p>
          )}
          {field}
          {none}
          <ul className="divide-y divide-line">
            {found.map((row) => (
              <NameRow
                key={row.name}
                row={row}
                site={site}
                busy={say.isPending && say.variables.length === 1 && say.variables[0]?.name === row.name}
                say={(domain) => say.mutate([{ name: row.name, domain }])}
                giving={giving === row.name}
                setGiving={(open) => setGiving(open ? row.name : null)}
              />
            ))}
          </ul>
        </>
      )}
      <OtherCompanies site={site} />
    </Section>
  );
}

function describeNotice(accepted: readonly OwnerName[], site: Website): string {
  const [first] = accepted;
  if (accepted.length > 1 || first === undefined)
    return `${countWithNoun(accepted.length, 'name')} now count as yours, as you stated`;
  return `“${first.name}” now counts as ${first.domain ?? site.name}`;
}
