import { useMutation } from '@tanstack/react-query';
import { call, SightlineError } from '../../api/http.ts';
import type { Engine } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Status } from '../../ui/Status.tsx';

/** Tests credentials and credit with free calls. */
export function Probe({ engine }: { engine: Engine }) {
  const probe = useMutation({ mutationFn: () => call('probeEngine', { id: engine.id }, { timeoutMs: 60_000 }) });
  return (
    <div className="grid justify-items-start gap-1 sm:max-w-80">
      <Button
        forMembers
        small
        busy={probe.isPending}
        onClick={() => probe.mutate()}
        aria-label={`Test the connection of ${engine.label} (free)`}
      >
        Test the connection (free)
      </Button>
      <div role="status" className="text-small text-soft">
        {probe.data !== undefined && (
          <>
            <Status of={probe.data.ok === null ? 'unknown' : probe.data.ok ? 'reached' : 'unreached'} />
            <p>{probe.data.message}</p>
          </>
        )}
        {probe.isError && (
          <>
            <Status of="unreached" />
            <p>{probe.error instanceof SightlineError ? probe.error.message : 'The request failed.'}</p>
          </>
        )}
      </div>
    </div>
  );
}
