import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call, SightlineError } from '../../api/http.ts';
import { otherCompaniesQuery, queryClient, siteNamesQuery } from '../../api/queries.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure } from '../../ui/Notice.tsx';

/** Reloads every report and answer after the owner decided a name. */
export async function rereadNames(siteId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: otherCompaniesQuery(siteId).queryKey });
  await queryClient.invalidateQueries({ queryKey: siteNamesQuery(siteId).queryKey });
  await Promise.all(
    ['visibility', 'answers', 'answer'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  );
}

/** Assigns one unknown name to another company; its domain lets the report count it. */
export function AssignName({ site, name, onDone }: { site: Website; name: string; onDone(): void }) {
  const [domain, setDomain] = useState('');
  const give = useMutation({
    mutationFn: () => call('nameOtherCompany', { id: site.id, name, domain: domain.trim() }),
    onSuccess: async () => {
      await rereadNames(site.id);
      onDone();
    },
  });
  const field = give.error instanceof SightlineError ? give.error.field : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate();
  };
  return (
    <form onSubmit={submit} className="grid w-full max-w-xl gap-3 pt-2 pb-3">
      <Field
        label={`Domain of ${foreign(name)}`}
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
        placeholder="company.example"
        required
        autoFocus
        autoComplete="off"
        inputMode="url"
        error={field === null ? undefined : give.error?.message.replace(/^\w+: /, '')}
        hint="Only if you are sure: reports count this as your statement."
      />
      <span className="flex gap-2">
        <Button submit small busy={give.isPending}>
          Assign
        </Button>
        <Button small kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </span>
      {give.isError && field === null && <Failure error={give.error} />}
    </form>
  );
}

/** Names assigned to other companies: by whom, when, and undo. */
export function OtherCompanies({ site }: { site: Website }) {
  const query = useQuery(otherCompaniesQuery(site.id));
  const forget = useMutation({
    mutationFn: (id: string) => call('forgetOtherCompany', { id: site.id, companyId: id }),
    onSuccess: () => rereadNames(site.id),
  });
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <div className="mt-8">
      <h3 className="font-medium">Companies you identified</h3>
      <p className="max-w-[84ch] text-small text-soft">
        Reports use these decisions and count the answers that depend on them separately. Saved answers never change. If
        you undo a decision, the name is unknown again.
      </p>
      {forget.isError && <Failure error={forget.error} />}
      <ul className="mt-2 divide-y divide-line">
        {query.data.map((company) => (
          <li key={company.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <span className="min-w-0">
              <bdi className="break-words font-medium">{company.name}</bdi> is <bdi>{company.domain}</bdi>
              <span className="block text-small text-soft">
                said by <bdi>{company.saidBy}</bdi>, <Time iso={company.saidAt} />
              </span>
            </span>
            <Button
              forMembers
              small
              kind="quiet"
              busy={forget.isPending && forget.variables === company.id}
              onClick={() => forget.mutate(company.id)}
              aria-label={`Undo the decision about ${company.name}`}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
