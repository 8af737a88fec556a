import type { BotVisits } from '../../api/crawlerQueries.ts';
import { CountBar } from '../../charts/CountBar.tsx';
import { integer, unknownMark } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Info } from '../../ui/Info.tsx';
import { roleNames } from './roleNames.ts';

type Sitemap = NonNullable<BotVisits['sitemap']>;

/** Shows the sitemap's pages that verified crawlers of each role read, were refused, and never requested. */
export function SitemapReads({ sitemap }: { sitemap: Sitemap }) {
  const { pages, isCut, roles, readAt } = sitemap;
  return (
    <table className="mb-3 w-full max-w-3xl text-small">
      <caption className="mb-1 text-left text-soft">
        {isCut && 'First '}
        {integer(pages)} pages of the sitemap, as read on <Time iso={readAt} />
      </caption>
      <thead>
        <tr className="border-line border-b text-left text-soft">
          <th className="py-1 pr-3 font-normal">
            Role <Info of="botRoles" label="role" />
          </th>
          <th className="py-1 pr-3 font-normal">Pages read</th>
          <th className="py-1 pr-3 text-right font-normal">Refused</th>
          <th className="py-1 text-right font-normal">
            Never read <Info of="neverRead" label="never read" />
          </th>
        </tr>
      </thead>
      <tbody>
        {roles.map(({ role, read, refused, neverRead }) => (
          <tr key={role} className="border-line border-b">
            <th scope="row" className="py-1 pr-3 text-left font-normal capitalize">
              {roleNames[role]}
            </th>
            <td className="py-1 pr-3">
              {read === null ? (
                unknownMark
              ) : (
                <CountBar part={read} of={pages}>
                  {integer(read)} of {integer(pages)}
                </CountBar>
              )}
            </td>
            <td className="py-1 pr-3 text-right">{integer(refused)}</td>
            <td className="py-1 text-right">{neverRead === null ? 'not measured' : integer(neverRead)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
