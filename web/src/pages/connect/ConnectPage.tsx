import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { callAccount } from '../../api/http.ts';
import { sessionQuery } from '../../api/queries.ts';
import { PlainPage } from '../../shell/PlainPage.tsx';
import { switchWorkspace } from '../../shell/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { authorizeAddress, type ConsentRequest, placeOf, readConsentRequest } from './consentRequest.ts';

/** Consequence of each permission, for the person who grants it. */
const meanings = {
  read: ['See everything', 'Answers, reports, questions, websites and spending.'],
  evaluate: [
    'Ask to start runs',
    'Captures start immediately and are free. Each answer is bought only after a member approves it.',
  ],
  seo: ['Ask to buy SEO lookups', 'Each is bought only after a member approves it.'],
  manage: ['Change websites, questions and names', 'Add, edit and archive them. Buys nothing.'],
} as const;

type Scope = keyof typeof meanings;
const knownItems = Object.keys(meanings) as Scope[];

type Client = { client_name?: string };

/** Maps reason codes to our own texts: an attacker can write any address of this page. */
const reasons: Readonly<Record<string, string>> = {
  invalid_client: 'Sightline does not know this program. Remove Sightline there and add it again.',
  invalid_redirect: 'The program sent a return address that it did not register.',
  temporarily_unavailable: 'Too many programs are being connected. Try again in a few minutes.',
};

/** Shows a program that wants to connect: its identity, permissions and workspace. Nothing happens without a click. */
export function ConnectPage() {
  const { request, continue: started, error } = useSearch({ from: '/connect' });
  const wish = readConsentRequest(request);
  const authorize = started === undefined ? null : authorizeAddress(started);
  useEffect(() => {
    if (authorize !== null) location.replace(authorize);
  }, [authorize]);
  if (authorize !== null) return <Waiting />;
  if (error !== undefined || wish === null || request === undefined) {
    return (
      <PlainPage title="This program cannot be connected">
        <Notice tone="caution" title={error === undefined ? 'The link is incomplete' : 'The request was refused'}>
          <p>{reasons[error ?? ''] ?? 'Go back to the program and start again.'}</p>
        </Notice>
        <Link to="/" className="link">
          To Sightline
        </Link>
      </PlainPage>
    );
  }
  return <Consent wish={wish} request={request} />;
}

function Waiting() {
  return (
    <PlainPage title="Connect a program">
      <Skeleton className="h-64" />
    </PlainPage>
  );
}

function Consent({ wish, request }: { wish: ConsentRequest; request: string }) {
  const session = useQuery(sessionQuery).data;
  const client = useQuery({
    queryKey: ['oauth-client', wish.clientId],
    queryFn: () =>
      callAccount<Client>('GET', `/api/auth/oauth2/public-client?client_id=${encodeURIComponent(wish.clientId)}`),
  });
  const requests = knownItems.filter((scope) => scope === 'read' || wish.scopes.includes(scope));
  // A program requests everything it might ever need; a person selects what it gets beyond reading.
  const [addedItems, setAdded] = useState<readonly Scope[]>([]);
  const isGranted = (scope: Scope): boolean => scope === 'read' || addedItems.includes(scope);
  const answer = useMutation({
    mutationFn: async (accept: boolean) => {
      const extra = wish.scopes.filter((scope) => !knownItems.includes(scope as Scope));
      const values = wish.scopes.filter((scope) => requests.includes(scope as Scope) && isGranted(scope as Scope));
      const body = { accept, scope: [...values, ...extra].join(' '), request };
      const { url } = await callAccount<{ url: string }>('POST', '/api/auth/oauth2/consent', body);
      location.assign(url);
    },
  });
  const change = useMutation({
    mutationFn: (id: string) => switchWorkspace(id, location.pathname + location.search),
  });
  if (session === undefined || client.isPending) {
    return <Waiting />;
  }
  const name = client.data?.client_name ?? wish.clientId;
  const isAddress = wish.clientId.startsWith('https://');
  return (
    <PlainPage title={`Let ${foreign(name)} in?`}>
      <p className="text-soft">
        {isAddress ? (
          <>
            Its description: <bdi className="break-words font-medium text-ink">{wish.clientId}</bdi>.
          </>
        ) : (
          <>It registered itself, so its name is not verified.</>
        )}{' '}
        Your browser then returns to <bdi className="break-words font-medium text-ink">{placeOf(wish.redirectUri)}</bdi>
        .
      </p>
      {session.workspaces.length > 1 ? (
        <Choice
          label="Workspace"
          value={session.workspace.id}
          options={session.workspaces.map(({ id, name: called }) => ({ value: id, label: called }))}
          onChange={(id) => change.mutate(id)}
        />
      ) : (
        <p>
          In the workspace <bdi className="font-medium">{session.workspace.name}</bdi>, for{' '}
          <bdi>{session.account.email}</bdi>, it may:
        </p>
      )}
      <fieldset className="grid gap-3">
        <legend className="sr-only">Permissions</legend>
        {requests.map((scope) => (
          <label key={scope} className="flex items-start gap-2.5">
            <input
              type="checkbox"
              checked={isGranted(scope)}
              disabled={scope === 'read'}
              onChange={(event) =>
                setAdded(event.target.checked ? [...addedItems, scope] : addedItems.filter((added) => added !== scope))
              }
              className="mt-1.5 size-4 shrink-0"
            />
            <span>
              {meanings[scope][0]}
              <span className="block text-small text-soft">{meanings[scope][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-small text-soft">
        It never buys without your approval. You can disconnect it any time under API, Keys. Access ends immediately.
      </p>
      {answer.isError && <Failure error={answer.error} />}
      {change.isError && <Failure error={change.error} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
          Allow
        </Button>
        <Button busy={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
          Decline
        </Button>
      </div>
    </PlainPage>
  );
}
