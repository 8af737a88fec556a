import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Website } from '../../../../src/api/wireTypes.ts';
import { ApiError, call } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Area, Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';

/** One alias a line; commas too, because people paste lists. A comma inside a URL stays. */
export function readAliases(text: string): string[] {
  const lines = text.split(/\n/).flatMap((line) => (line.includes('://') ? [line] : line.split(',')));
  return [...new Set(lines.map((alias) => alias.trim()).filter((alias) => alias !== ''))];
}

/** Adds a website, or changes one. */
export function SiteForm({ site, onSaved }: { site?: Website; onSaved(saved: Website): void }) {
  const [url, setUrl] = useState(site?.url ?? '');
  const [name, setName] = useState(site?.name ?? '');
  const [aliases, setAliases] = useState(site?.aliases.join('\n') ?? '');
  const save = useMutation({
    mutationFn: async () => {
      const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}`;
      const body = {
        url: address,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        aliases: readAliases(aliases),
      };
      return site === undefined
        ? call<{ site: Website }>('POST', '/sites', { body })
        : call<{ site: Website }>('PATCH', `/sites/${site.id}`, { body });
    },
    onSuccess: async ({ site: saved }) => {
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['visibility'] });
      onSaved(saved);
    },
  });
  const field = save.error instanceof ApiError ? save.error.details.field : null;
  const errorOf = (wanted: string) => (field === wanted ? save.error?.message.replace(/^\w+: /, '') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <Field
        label="Address"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        placeholder="www.example.com"
        required
        inputMode="url"
        autoComplete="url"
        error={errorOf('url')}
        hint="The home page of the website you own."
      />
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        placeholder="Example"
        maxLength={200}
        error={errorOf('name')}
        hint="As people write it. Without one, the domain is used."
      />
      <Area
        label="Aliases"
        rows={3}
        value={aliases}
        onChange={(event) => setAliases(event.target.value)}
        placeholder={'Example Inc.\nexample.org'}
        error={errorOf('aliases')}
        hint="One a line: other names, other domains, or a page of yours on a shared host (https://…). Only exact names count; nothing is guessed. You can add more once answers have shown how they call you."
      />
      {save.isError && (field === null || !['url', 'name', 'aliases'].includes(field)) && (
        <Failure error={save.error} />
      )}
      <div>
        <Button submit kind="primary" busy={save.isPending}>
          {site === undefined ? 'Save and go on to questions' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
