import type { BotVisits } from '../../api/crawlerQueries.ts';
import { countWithNoun, integer, unknownMark } from '../../format/numbers.ts';
import { utc } from '../../format/times.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';

const readerNames = {
  search: 'Read by search crawlers',
  user: 'Read by user fetchers',
  training: 'Read by training crawlers',
} as const;

/** Shows the sitemap's pages that verified crawlers of each role read, and the hours that the logs cover. */
export function ReadFigures({ sitemap, coverage: { hoursCovered, hoursInPeriod, gaps } }: BotVisits) {
  return (
    <Figures>
      {sitemap?.roles.map(({ role, read, refused, neverRead }) => (
        <Figure
          key={role}
          name={readerNames[role]}
          info="neverRead"
          figure={
            <span title={`Pages of the sitemap, as read on ${utc(sitemap.readAt)}`}>
              {read === null ? unknownMark : integer(read)}/{integer(sitemap.pages)}
              {sitemap.isCut && '+'}
            </span>
          }
        >
          {neverRead === null ? 'never read: not measured' : `${integer(neverRead)} never read`}
          {refused !== null && refused > 0 && ` · ${integer(refused)} refused`}
        </Figure>
      ))}
      <Figure name="Hours logged" figure={`${integer(hoursCovered)}/${integer(hoursInPeriod)}`}>
        {gaps.length > 0 && countWithNoun(gaps.length, 'gap')}
      </Figure>
    </Figures>
  );
}
