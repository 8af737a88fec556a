import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { queryClient, type Verification as Verified, verificationQuery } from '../../api/queries.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Rows.tsx';
import { BotComparison } from './BotComparison.tsx';
import { VerificationPlace, wayNames } from './VerificationPlace.tsx';

/** Row that says whether a website is verified; it opens the proof, also for a link to it. */
export function Verification({ site }: { site: Website }) {
  const place = `verification-${site.id}`;
  const isCalled = useLocation({ select: ({ hash }) => hash === place });
  const [open, setOpen] = useState(isCalled);
  const box = useRef<HTMLSpanElement>(null);
  const view = useQuery(verificationQuery(site)).data;
  useEffect(() => {
    if (!isCalled) return;
    setOpen(true);
    box.current?.scrollIntoView();
  }, [isCalled]);
  return (
    <Row
      name={
        <span ref={box} className="scroll-mt-4">
          Ownership
        </span>
      }
      state={<span role="status">{view === undefined ? '…' : <Standing of={view} />}</span>}
    >
      <Disclosure
        id={place}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="screen-only min-w-0 open:order-last open:basis-full"
        summary={`Prove that ${foreign(site.name)} is yours`}
      >
        {open && <Proof key={site.url} site={site} />}
      </Disclosure>
    </Row>
  );
}

function Proof({ site }: { site: Website }) {
  const read = useQuery(verificationQuery(site));
  const look = useMutation({
    mutationFn: () => call('checkVerification', { id: site.id }, { timeoutMs: 60_000 }),
    onSuccess: ({ verification }) => queryClient.setQueryData(verificationQuery(site).queryKey, verification),
    // A check whose response was lost may have been saved.
    onError: () => queryClient.invalidateQueries({ queryKey: verificationQuery(site).queryKey }),
  });
  const view = read.data;
  return (
    <div className="grid max-w-3xl gap-4 pb-4">
      <p className="text-small text-soft">
        After you verify that {site.domain} is yours, a capture can also request up to three pages with two bot-like
        user agents, to see whether bots are blocked by name. Free. A pass proves little, because vendors’ addresses
        cannot be imitated.
      </p>
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {view === undefined ? (
        !read.isError && <Skeleton className="h-80" />
      ) : (
        <>
          <ol className="grid gap-4">
            {view.places.map((each, index) => (
              <VerificationPlace
                key={each.way}
                place={each}
                isOther={index > 0}
                seen={view.lastLook?.looked.find(({ way }) => way === each.way) ?? null}
              />
            ))}
          </ol>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button small busy={look.isPending} onClick={() => look.mutate()}>
              Check now
            </Button>
            <p role="status" className="text-small">
              {look.isPending && 'Checking the website; this takes up to 20 seconds.'}
            </p>
          </div>
          {look.isError && (
            <Failure error={look.error} retry={() => look.mutate()} retryNote="Checking again is free." />
          )}
          <BotComparison site={site} verification={view} />
        </>
      )}
    </div>
  );
}

function Standing({ of }: { of: Verified }) {
  if (of.verifiedAt !== null && of.way !== null)
    return (
      <>
        Proved by {wayNames[of.way]}, last found <Time iso={of.verifiedAt} />.
      </>
    );
  if (of.lastLook === null) return 'Not verified: not checked yet.';
  return (
    <>
      Not found at the last check, <Time iso={of.lastLook.at} />, so the website is not verified.
    </>
  );
}
