import { Failure, Notice } from '../../ui/Notice.tsx';
import { NoPasskey } from './passkeys.ts';

/** Shows a refusal of the server, or of the browser. */
export function PasskeyFailure({ error }: { error: unknown }) {
  if (!(error instanceof NoPasskey)) return <Failure error={error} />;
  return (
    <Notice tone="caution" title="No passkey was used">
      {error.message}
    </Notice>
  );
}
