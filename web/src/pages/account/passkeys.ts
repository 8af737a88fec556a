import { queryOptions } from '@tanstack/react-query';
import { callAccount } from '../../api/http.ts';

type Methods = { oidc: { name: string } | null; passkeys: { origin: string } | null };

/** Ways to sign in other than a password. */
export const methodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => callAccount<Methods>('GET', '/api/auth/methods'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns why this page cannot use passkeys; null if it can. */
export function whyNoPasskeys({ passkeys }: Methods): string | null {
  if (passkeys === null) {
    return 'Browsers allow passkeys only over https with a host name, or on localhost. This address is neither.';
  }
  if (location.origin !== passkeys.origin) return `Passkeys work only if you open this server as ${passkeys.origin}.`;
  const isKnown = typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return isKnown ? null : 'This browser has no passkeys, or is too old for them.';
}

/** The browser provided no passkey. The message is for people. */
export class NoPasskey extends Error {}

async function handedOver(request: Promise<Credential | null>): Promise<unknown> {
  const credential = await request.catch((cause: unknown) => {
    const isThere = cause instanceof DOMException && cause.name === 'InvalidStateError';
    throw new NoPasskey(
      isThere
        ? 'This device already has a passkey for your account.'
        : 'The request was cancelled or timed out. Try again.',
      { cause },
    );
  });
  if (!(credential instanceof PublicKeyCredential)) throw new NoPasskey('The browser returned no passkey.');
  return credential.toJSON();
}

/** Creates a passkey on this device and adds it to the account. @throws SightlineError, NoPasskey */
export async function addPasskey(name: string, password: string | null): Promise<void> {
  const account = await callAccount<PublicKeyCredentialCreationOptionsJSON>('POST', '/api/auth/passkeys/begin-adding', {
    password,
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(account);
  const response = await handedOver(navigator.credentials.create({ publicKey }));
  await callAccount('POST', '/api/auth/passkeys/add', { name, response });
}

/** Signs this browser in with the passkey that the person chooses. @throws SightlineError, NoPasskey */
export async function signInByPasskey(): Promise<void> {
  const query = await callAccount<PublicKeyCredentialRequestOptionsJSON>(
    'POST',
    '/api/auth/passkeys/begin-sign-in',
    {},
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(query);
  const response = await handedOver(navigator.credentials.get({ publicKey }));
  await callAccount('POST', '/api/auth/passkeys/sign-in', { response });
}
