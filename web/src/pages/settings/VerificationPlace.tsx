import type { Verification, VerificationCheck, VerificationWay } from '../../api/queries.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Outbound } from '../../ui/Outbound.tsx';

export const wayNames: Record<VerificationWay, string> = { file: 'the file', meta: 'the home page' };

/** Shows one location: what to put there, and the result of the last check. */
export function VerificationPlace({
  place: { way, url, content },
  isOther,
  seen,
}: {
  place: Verification['places'][number];
  /** True for an alternative to the one above. */
  isOther: boolean;
  seen: VerificationCheck | null;
}) {
  return (
    <li className="grid gap-1.5">
      <p>
        {isOther && 'Or: '}
        {way === 'file' ? (
          <>
            {isOther ? 'serve' : 'Serve'} a text file with this token, and nothing else, at{' '}
            <Outbound url={url}>{url}</Outbound>
          </>
        ) : (
          <>
            {isOther ? 'put' : 'Put'} this element into the head of <Outbound url={url}>{url}</Outbound>
          </>
        )}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <code className="min-w-0 break-all rounded-small bg-sunken px-2 py-1 font-mono text-small">{content}</code>
        <CopyButton text={content} label={way === 'file' ? 'Copy the token' : 'Copy the element'} />
      </div>
      {seen !== null && <p className="text-small text-soft">Last check: {seen.problem ?? 'The token is there.'}</p>}
    </li>
  );
}
