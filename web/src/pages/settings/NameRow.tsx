import { Link } from '@tanstack/react-router';
import type { LedgerName, Website } from '../../../../src/contract/wireTypes.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { AssignName } from './OtherCompanies.tsx';

/** A name, and the domain of its company; null for the website itself. */
export type OwnerName = { name: string; domain: string | null };

/** Shows one name with its places, the evidence of other answers, and ways to decide it. */
export function NameRow(props: {
  row: LedgerName;
  site: Website;
  busy: boolean;
  say(domain: string | null): void;
  giving: boolean;
  setGiving(open: boolean): void;
}) {
  const { row, site, busy, say, giving, setGiving } = props;
  const { name, offer } = row;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
      <span className="min-w-0">
        <bdi className="break-words font-medium">{name}</bdi>
        {(row.beginsWithRegistered || row.mayBeOwn) && (
          <span className="ml-2 text-caution text-small">
            {row.beginsWithRegistered ? 'begins with a name of yours' : 'may be yours'}
          </span>
        )}
        <span className="block text-small text-soft">
          in {countWithNoun(row.answers, 'answer')}
          {row.runIds[0] !== undefined && (
            <>
              {', for example '}
              <AnswerLink runId={row.runIds[0]} label={`this one, with ${name}`} />
            </>
          )}
        </span>
        {offer !== null && (
          <span className="block text-small text-soft">
            {row.basis === 'other_answers' ? 'Read as ' : 'Perhaps '}
            <bdi>{offer.own ? site.name : offer.domain}</bdi>, as in {countWithNoun(offer.answers, 'other answer')}
            {offer.runIds[0] !== undefined && (
              <>
                {', for example '}
                <AnswerLink runId={offer.runIds[0]} label={`this one, which says whose ${name} is`} />
              </>
            )}
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-2">
        {offer !== null && !offer.own && (
          <Button
            forMembers
            small
            busy={busy}
            onClick={() => say(offer.domain)}
            aria-label={`This is ${offer.domain}: ${name}`}
          >
            <span>
              This is <bdi>{offer.domain}</bdi>
            </span>
          </Button>
        )}
        <Button forMembers small busy={busy} onClick={() => say(null)} aria-label={`This is ${site.name}: ${name}`}>
          <span>
            This is <bdi>{site.name}</bdi>
          </span>
        </Button>
        <Button
          forMembers
          small
          aria-expanded={giving}
          onClick={() => setGiving(!giving)}
          aria-label={`Change company…: ${name}`}
        >
          Change company…
        </Button>
      </span>
      {giving && <AssignName site={site} name={name} onDone={() => setGiving(false)} />}
    </li>
  );
}

function AnswerLink({ runId, label }: { runId: string; label: string }) {
  return (
    <Link to="/answers/$runId" params={{ runId }} className="link" aria-label={label}>
      this one
    </Link>
  );
}
