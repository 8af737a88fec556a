import { Link } from '@tanstack/react-router';
import type { CitedUrl } from '../../../../src/contract/wireTypes.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { integer } from '../../format/numbers.ts';
import type { SourceStanding } from '../../report/sourcesToWin.ts';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Outbound } from '../../ui/Outbound.tsx';

/** Returns the columns of cited domains. @param answers number of latest answers counted */
export function domainColumns(answers: number): Column<SourceStanding>[] {
  return [
    {
      id: 'domain',
      name: 'Domain',
      value: ({ domain }) => domain,
      file: { Domain: ({ domain }) => domain, Owner: ({ owned }) => (owned ? 'yours' : 'other') },
      cell: ({ domain, owned }) => (
        <span className="one-line sm:text-body">
          <AnswersLink find={{ cites: domain }} className={`hover:underline ${owned ? 'text-accent' : ''}`}>
            <bdi>{domain}</bdi>
          </AnswersLink>
          {owned && <span className="text-accent text-small"> yours</span>}
        </span>
      ),
    },
    {
      id: 'answers',
      name: 'Answers',
      from: 'sm',
      info: 'citation',
      value: (row) => row.answers,
      file: { Answers: (row) => row.answers, 'Total answers': () => answers },
      cell: (row) => (
        <CountBar part={row.answers} of={answers} own={row.owned}>
          <AnswersLink find={{ cites: row.domain }} count={row.answers} className="hover:underline">
            {integer(row.answers)}/{integer(answers)}
          </AnswersLink>
        </CountBar>
      ),
    },
    {
      id: 'rivals',
      name: 'Rivals only',
      info: 'namesRivals',
      value: ({ owned, namesRivals }) => (owned ? null : namesRivals),
      file: { 'Names rivals but not you': ({ owned, namesRivals }) => (owned ? null : namesRivals) },
      cell: ({ domain, owned, namesRivals, notListed }) =>
        owned ? null : (
          <CountBar part={namesRivals} of={answers}>
            <AnswersLink
              find={{ cites: domain, listing: 'not_listed' }}
              count={notListed}
              className="font-medium hover:underline"
            >
              {integer(namesRivals)}
            </AnswersLink>
          </CountBar>
        ),
    },
    {
      id: 'you',
      name: 'Names you',
      right: true,
      value: ({ namesYou }) => namesYou,
      cell: ({ domain, namesYou }) => (
        <AnswersLink find={{ cites: domain, listing: 'listed' }} count={namesYou} className="hover:underline">
          {integer(namesYou)}
        </AnswersLink>
      ),
    },
    {
      id: 'pages',
      name: 'Pages',
      from: 'md',
      right: true,
      value: ({ urls }) => urls,
      cell: ({ domain, urls }) => (
        <Link
          to="."
          search={((now: object) => ({ ...now, part: 'pages', q: domain, sort: undefined })) as never}
          resetScroll={false}
          className="hover:underline"
        >
          {integer(urls)}
        </Link>
      ),
    },
    {
      id: 'questions',
      name: 'Questions',
      from: 'lg',
      right: true,
      value: (row) => row.questions,
      cell: (row) => integer(row.questions),
    },
  ];
}

/** Returns the columns of cited pages. @param answers number of latest answers counted */
export function pageColumns(answers: number): Column<CitedUrl>[] {
  return [
    {
      id: 'url',
      name: 'Page',
      value: (row) => row.url,
      file: { Page: (row) => row.url, Title: (row) => row.title, Owner: (row) => (row.owned ? 'yours' : 'other') },
      cell: (row) => (
        <span className="one-line" title={row.title ?? undefined}>
          <Outbound url={row.url} />
          {row.owned && <span className="text-accent"> yours</span>}
        </span>
      ),
    },
    {
      id: 'answers',
      name: 'Answers',
      right: true,
      value: (row) => row.answers,
      file: { Answers: (row) => row.answers, 'Total answers': () => answers },
      cell: (row) => (
        <AnswersLink find={{ page: row.url }} count={row.answers} className="hover:underline">
          {integer(row.answers)}/{integer(answers)}
        </AnswersLink>
      ),
    },
    {
      id: 'questions',
      name: 'Questions',
      right: true,
      from: 'md',
      value: (row) => row.questions,
      cell: (row) => integer(row.questions),
    },
  ];
}

/** Columns of pages that searches returned but no answer cites. */
export const foundColumns: Column<CitedUrl>[] = [
  {
    id: 'url',
    name: 'Page',
    value: (row) => row.url,
    cell: (row) => (
      <span className="one-line">
        <Outbound url={row.url} />
      </span>
    ),
  },
  {
    id: 'answers',
    name: 'Returned for',
    right: true,
    value: (row) => row.retrievedOnly,
    cell: (row) => (
      <AnswersLink
        find={{ returned: row.url, listing: showsAnswer }}
        count={row.retrievedOnly}
        className="hover:underline"
      >
        {integer(row.retrievedOnly)}
      </AnswersLink>
    ),
  },
];
