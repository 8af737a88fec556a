import { Link } from '@tanstack/react-router';
import type { WorkItem } from '../../api/workQueries.ts';
import { integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { lookup } from '../../i18n/t.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Sentence } from '../../ui/Foreign.tsx';
import { adviceWords } from './adviceWords.ts';

const sources: Readonly<Record<WorkItem['evidence']['source'], string>> = {
  suggestion: 'Answers',
  check: 'Capture',
  unread_page: 'Logs',
  source_gap: 'Sources',
  wrong_fact: 'Facts',
};

function verificationWords({ verification }: WorkItem): string {
  if (verification === null) return '';
  const day = verification.observedAt?.slice(0, 10) ?? '';
  if (verification.result === 'waiting') return 'Waits for new evidence';
  return verification.result === 'still_found' ? `Still found on ${day}` : `No longer found on ${day}`;
}

/** @param open opens one item */
export function workColumns(siteId: string, open: (item: WorkItem) => void): Column<WorkItem>[] {
  return [
    {
      id: 'item',
      name: 'Item',
      value: ({ evidence }) => evidence.title,
      file: {
        Rule: ({ evidence }) => evidence.rule,
        Item: ({ evidence }) => evidence.title,
        Advice: ({ evidence }) => evidence.advice,
        State: ({ state }) => state,
      },
      cell: (item) => (
        <button
          type="button"
          className="group/item md:one-line text-left max-md:block max-md:w-full"
          onClick={() => open(item)}
        >
          <bdi className="group-hover/item:underline sm:text-body">{lookup(item.evidence.title)}</bdi>
          {item.evidence.isGate && <span className="text-danger"> gate</span>}
          <span className="text-soft max-md:line-clamp-2 md:ml-3">
            <Sentence text={adviceWords(item.evidence)} />
          </span>
        </button>
      ),
    },
    {
      id: 'source',
      name: 'From',
      from: 'md',
      value: ({ evidence }) => sources[evidence.source],
      cell: ({ evidence }) => sources[evidence.source],
    },
    {
      id: 'questions',
      name: 'Questions',
      right: true,
      from: 'sm',
      value: ({ evidence }) => evidence.questionIds.length,
      cell: ({ evidence }) => integer(evidence.questionIds.length),
    },
    {
      id: 'answers',
      name: 'Answers',
      right: true,
      value: ({ evidence }) => evidence.answers,
      cell: ({ evidence }) => integer(evidence.answers),
    },
    {
      id: 'owner',
      name: 'Owner',
      from: 'sm',
      value: ({ owner }) => owner ?? '',
      cell: ({ owner }) => (owner === null ? <span className="text-soft">–</span> : <bdi>{owner}</bdi>),
    },
    {
      id: 'due',
      name: 'Due',
      from: 'md',
      value: ({ dueDay }) => dueDay ?? '',
      cell: ({ dueDay }) => dueDay ?? <span className="text-soft">–</span>,
    },
    {
      id: 'verified',
      name: 'Verified',
      from: 'lg',
      value: verificationWords,
      cell: (item) =>
        item.verification === null ? (
          item.changedAt === null ? (
            <span className="text-soft">–</span>
          ) : (
            <Time iso={item.changedAt} />
          )
        ) : (
          <span>
            {verificationWords(item)}{' '}
            {item.experiment !== null && (
              <Link
                to="/sites/$siteId/experiments"
                params={{ siteId }}
                search={{ work: item.id }}
                className="link text-small"
              >
                Test it
              </Link>
            )}
          </span>
        ),
    },
  ];
}
