import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Recommendation, Website } from '../../../../src/contract/wireTypes.ts';
import { citationsQuery, promptsQuery } from '../../api/visibilityQueries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { isWavering } from '../../report/questionGroups.ts';
import { standingsOfSources } from '../../report/sourcesToWin.ts';
import { filtersOf } from '../../shell/reportSearch.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Info } from '../../ui/Info.tsx';
import { Skeleton } from '../../ui/Notice.tsx';

type Props = { site: Website; steps: readonly Recommendation[] | undefined };
type Step = { id: string; text: ReactNode; answers: number; door: ReactNode };

const door = buttonLook('quiet', true);

/** Steps grouped by their rule: the source to win first, then those that touch most answers. */
export function DoNext({ site, steps }: Props) {
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const citations = useQuery(citationsQuery(site.id, filters)).data;
  const prompts = useQuery(promptsQuery(site.id, filters)).data;
  const params = { siteId: site.id };
  const groups: Step[] = [];
  if (citations !== undefined && prompts !== undefined) {
    const { rows } = prompts.questions;
    const [source] = standingsOfSources(citations.domains.rows, rows);
    if (source !== undefined && !source.owned && source.namesRivals > 0) {
      groups.push({
        id: 'source',
        answers: Number.POSITIVE_INFINITY,
        text: (
          <>
            <bdi className="font-medium">{source.domain}</bdi> is in {integer(source.answers)} of{' '}
            {integer(citations.coverage.questionsAnswered)}; {integer(source.namesRivals)} name rivals, not you
          </>
        ),
        door: (
          <Link to="/sites/$siteId/sources" params={params} search={(now) => now} className={door}>
            Sources
          </Link>
        ),
      });
    }
    const missing = rows.filter(({ targetStatus }) => targetStatus === 'not_listed').length;
    if (missing > 0) {
      groups.push({
        id: 'missing',
        answers: missing,
        text: `${countWithNoun(missing, 'question')} ${missing === 1 ? 'does' : 'do'} not list you`,
        door: (
          <Link
            to="/sites/$siteId/questions"
            params={params}
            search={(now) => ({ ...now, tab: 'missing' })}
            className={door}
          >
            Open
          </Link>
        ),
      });
    }
    const wavering = rows.filter(isWavering).length;
    if (wavering > 0) {
      groups.push({
        id: 'wavering',
        answers: 0,
        text: `${countWithNoun(wavering, 'question')} ${wavering === 1 ? 'wavers' : 'waver'}: ask ${wavering === 1 ? 'it' : 'them'} 3× a round`,
        door: (
          <ForMembers>
            <Link to="/plans" search={{ make: site.id }} className={door}>
              Plan
            </Link>
          </ForMembers>
        ),
      });
    }
  }
  const rivals = steps?.filter(({ ruleId }) => ruleId === 'VR21') ?? [];
  if (rivals.length > 0) {
    groups.push({
      id: 'rivals',
      answers: 0,
      text: `${countWithNoun(rivals.length, 'domain')} may be ${rivals.length === 1 ? 'a rival' : 'rivals'}`,
      door: (
        <Link to="/sites/$siteId/rivals" params={params} search={(now) => now} className={door}>
          Rivals
        </Link>
      ),
    });
  }
  const isWaiting = citations === undefined || prompts === undefined || steps === undefined;
  return (
    <section aria-label="Do next" className="min-w-0">
      <h2 className="flex min-h-8 flex-wrap items-center gap-1.5 font-semibold">
        Do next <Info of="doNext" label="these steps" />
        <span className="screen-only ml-auto flex gap-3 font-normal text-small text-soft">
          <Link to="/sites/$siteId/work" params={params} className="hover:text-ink hover:underline">
            Work
          </Link>
          <Link to="/sites/$siteId/experiments" params={params} className="hover:text-ink hover:underline">
            Experiments
          </Link>
        </span>
      </h2>
      {isWaiting ? (
        <Skeleton className="h-40" />
      ) : (
        <ol className="min-h-40">
          {groups
            .toSorted((one, other) => other.answers - one.answers)
            .map(({ id, text, door: way }) => (
              <li key={id} data-row className="flex min-h-9 items-center gap-3 border-line border-t py-0.5">
                <span className="min-w-0 grow text-small">{text}</span>
                <span className="screen-only shrink-0">{way}</span>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
