import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call, SightlineError } from '../../api/http.ts';
import { queryClient, sitesQuery } from '../../api/queries.ts';
import { startCapture } from '../../api/useCapture.ts';
import { Button } from '../../ui/Button.tsx';
import { Area, Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { SuggestionPreview } from './SuggestionPreview.tsx';
import { asUrl, suggestionsQuery } from './suggestions.ts';

/** Parses aliases: one per line; commas too, because people paste lists. A comma inside a URL stays. */
function readAliases(text: string): string[] {
  const lines = text.split(/\n/).flatMap((line) => (line.includes('://') ? [line] : line.split(',')));
  return [...new Set(lines.map((alias) => alias.trim()).filter((alias) => alias !== ''))];
}

/** Pause in milliseconds after typing an address before its home page is read. */
const restMs = 1_200;

/** Returns true if an address may be complete: a host with a dot and an ending, or one with a port. */
const isWholeAddress = (text: string): boolean =>
  /^(?:https?:\/\/)?[^\s/]+(?:\.[a-z]{2,}|:\d+)(?:\/\S*)?$/i.test(text.trim());

/** Returns the host in a typed address, without `www.`: the name of a website that states none. */
const hostOf = (text: string): string =>
  text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
    .split('/')[0] ?? '';

/** Form that adds or changes a website. */
export function SiteForm({ site, onSaved }: { site?: Website; onSaved(saved: Website): void }) {
  const [url, setUrl] = useState(site?.url ?? '');
  const [typedName, setName] = useState(site?.name ?? null);
  const [aliases, setAliases] = useState(site?.aliases.join('\n') ?? '');
  const [looked, setLooked] = useState<string | null>(null);
  const isNew = site === undefined;
  // Reads the home page as soon as its address is typed: free, and nothing is saved.
  useEffect(() => {
    if (!isNew || !isWholeAddress(url)) return;
    const timer = setTimeout(() => setLooked(asUrl(url)), restMs);
    return () => clearTimeout(timer);
  }, [isNew, url]);
  const look = useQuery({ ...suggestionsQuery(looked ?? ''), enabled: looked !== null });
  // The page's own name is used until the reader types one, and only with the address that was read.
  const name = typedName ?? (looked === asUrl(url) ? (look.data?.name ?? '') : '');
  const knownKeys = new Set([name, ...readAliases(aliases)]);
  const offered = look.data === undefined ? [] : [look.data.name, ...look.data.aliases].flatMap((match) => match ?? []);
  const save = useMutation({
    mutationFn: async () => {
      const body = {
        url: asUrl(url),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        aliases: readAliases(aliases),
      };
      return site === undefined ? call('createSite', body) : call('changeSite', { id: site.id, ...body });
    },
    onSuccess: async ({ site: saved }) => {
      // Free; the website's page shows a failure.
      if (isNew) void startCapture(saved.id).catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['visibility'] });
      onSaved(saved);
    },
  });
  const field = save.error instanceof SightlineError ? save.error.field : null;
  const errorOf = (target: string) => (field === target ? save.error?.message.replace(/^\w+: /, '') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label="Address"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        onBlur={() => isNew && isWholeAddress(url) && setLooked(asUrl(url))}
        placeholder="www.example.com"
        required
        inputMode="url"
        autoFocus={isNew}
        autoComplete="url"
        error={errorOf('url')}
      />
      <div className="grid min-h-8 gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button small busy={look.isFetching} disabled={url.trim() === ''} onClick={() => setLooked(asUrl(url))}>
            Check the home page
          </Button>
          <p role="status" className="min-w-0 flex-1 text-small text-soft">
            {look.isError
              ? look.error.message
              : look.data === undefined
                ? 'Free, saves nothing'
                : (look.data.problem?.replace(/^\w+: /, '') ??
                  (offered.length === 0 ? 'The page states no name.' : ''))}
          </p>
        </div>
        <SuggestionPreview
          title="Add as an alias"
          items={offered.filter((foundText) => !knownKeys.has(foundText))}
          onTake={(alias) => setAliases(aliases.trim() === '' ? alias : `${aliases.trimEnd()}\n${alias}`)}
        />
      </div>
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
        <Field
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={200}
          error={errorOf('name')}
          placeholder={hostOf(url)}
        />
        <Area
          label="Aliases"
          rows={2}
          value={aliases}
          onChange={(event) => setAliases(event.target.value)}
          error={errorOf('aliases')}
          placeholder="Other names, domains or pages, one a line"
          {...(aliases === ''
            ? {}
            : { hint: 'Longer names that begin with one of these also match; change that under Names.' })}
        />
      </div>
      {save.isError && (field === null || !['url', 'name', 'aliases'].includes(field)) && (
        <Failure error={save.error} />
      )}
      <div>
        <Button submit kind="primary" busy={save.isPending}>
          {isNew ? 'Continue' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
