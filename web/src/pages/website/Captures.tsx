import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunSummary, WebsiteResult } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { compareQuery, queryClient } from '../../api/queries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { utc } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';
import { type Outcome, OutcomeWord } from './outcomes.tsx';

const labelOf = (run: RunSummary): string =>
  `${utc(run.observedAt ?? run.createdAt)}${run.replayOf === null ? '' : ' · replay'}`;

/** Selects another capture, compares two, or judges a capture again with the current checks. */
export function Captures({
  shown,
  runs,
  titles,
  against,
}: {
  shown: RunSummary;
  runs: readonly RunSummary[];
  titles: ReadonlyMap<string, string>;
  against: string | undefined;
}) {
  const navigate = useNavigate({ from: '/sites/$siteId/website' });
  const others = runs.filter((run) => run.id !== shown.id);
  const before =
    others.find((run) => run.id === against) ?? others.find((run) => run.createdAt < shown.createdAt) ?? others[0];
  const replay = useMutation({
    mutationFn: () => call('replayWebsite', { id: shown.id }, { timeoutMs: 60_000 }),
    onSuccess: async ({ run }) => {
      await queryClient.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ search: (now) => ({ ...now, run: run.id, against: shown.id }), resetScroll: false });
    },
  });
  const go = (next: { run?: string; against?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  return (
    <Section
      title="Captures"
      info="replay"
      actions={
        <Button forMembers small busy={replay.isPending} onClick={() => replay.mutate()}>
          Replay this capture
        </Button>
      }
    >
      {replay.isError && <Failure error={replay.error} />}
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label="Shown above"
          value={shown.id}
          options={runs.map((run) => ({ value: run.id, label: labelOf(run) }))}
          onChange={(id) => go({ run: id })}
        />
        {before !== undefined && (
          <Choice
            label="Compared with"
            value={before.id}
            options={others.map((run) => ({ value: run.id, label: labelOf(run) }))}
            onChange={(id) => go({ against: id })}
          />
        )}
      </div>
      {before === undefined ? (
        <p className="text-soft">One capture so far. Capture again to see what changes.</p>
      ) : (
        <Difference before={before} after={shown} titles={titles} />
      )}
    </Section>
  );
}

function Difference({
  before,
  after,
  titles,
}: {
  before: RunSummary;
  after: RunSummary;
  titles: ReadonlyMap<string, string>;
}) {
  const diff = useQuery(compareQuery(before.id, after.id));
  if (diff.isError) return <Failure error={diff.error} retry={() => void diff.refetch()} />;
  if (diff.data === undefined) return <Skeleton className="h-24" />;
  const { changed, unchanged, sameAnalyzer, sameBotTable } = diff.data;
  return (
    <>
      <p>
        {changed.length === 0 ? 'No verdict changed' : `${countWithNoun(changed.length, 'verdict')} changed`},{' '}
        {unchanged} stayed.
        {(!sameAnalyzer || !sameBotTable) &&
          ' The rules or the crawler list changed between the two, which may explain differences.'}
      </p>
      {changed.length > 0 && (
        <div className="screen-only -ml-2.5">
          <SaveCsv
            name="verdicts-changed"
            head={['Check', 'Title', 'Before', 'Shown']}
            rows={() =>
              changed.map((change) => [change.id, titles.get(change.id) ?? null, change.before, change.after])
            }
          />
        </div>
      )}
      {changed.length > 0 && (
        <table className="mt-3 w-full max-w-3xl">
          <thead>
            <tr className="border-line border-b text-left text-small text-soft">
              <th scope="col" className="py-1.5 font-medium">
                Check
              </th>
              <th scope="col" className="w-40 py-1.5 font-medium">
                Before
              </th>
              <th scope="col" className="w-40 py-1.5 font-medium">
                Shown
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map((change) => (
              <tr key={change.id} className="h-10 border-line border-b">
                <td>{titles.get(change.id) ?? change.id}</td>
                <td>{change.before === null ? 'not defined' : <OutcomeWord of={change.before as Outcome} />}</td>
                <td>{change.after === null ? 'not defined' : <OutcomeWord of={change.after as Outcome} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const purposes: Record<string, string> = {
  home: 'home page',
  page: 'sampled page',
  robots: 'robots.txt',
  sitemap: 'sitemap',
  trust_page: 'about or contact',
  sitemap_sample: 'from the sitemap',
};

export function Pages({ result }: { result: WebsiteResult }) {
  return (
    <div className="overflow-x-auto">
      <div className="screen-only -ml-2.5">
        <SaveCsv
          name="captured-pages"
          head={['Address', 'Status', 'Content type', 'Bytes', 'SHA-256', 'Captured (UTC)', 'Why']}
          rows={() =>
            result.pages.map((page) => [
              page.url,
              page.status,
              page.contentType,
              page.bytes,
              page.sha256,
              page.capturedAt,
              purposes[page.source] ?? page.source,
            ])
          }
        />
      </div>
      <table className="w-full text-small">
        <thead>
          <tr className="border-line border-b text-left text-soft">
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Address
            </th>
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Status
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-medium max-sm:hidden">
              Bytes
            </th>
            <th scope="col" className="py-1.5 font-medium max-md:hidden">
              Why
            </th>
          </tr>
        </thead>
        <tbody>
          {result.pages.map((page) => (
            <tr key={`${page.source} ${page.url} ${page.capturedAt}`} className="border-line border-b">
              <td className="max-w-[32rem] break-all py-1.5 pr-4">
                <bdi>{page.url}</bdi>
              </td>
              <td className="py-1.5 pr-4">{page.status ?? 'no answer'}</td>
              <td className="py-1.5 pr-4 text-right max-sm:hidden">{integer(page.bytes)}</td>
              <td className="py-1.5 text-soft max-md:hidden">
                {purposes[page.source] ?? page.source.replaceAll('_', ' ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
