import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { enginesQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { promptsQuery } from '../../api/visibilityQueries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { type AskedRun, askedOf } from '../../asking/asked.ts';
import { labelOf, shortLabel } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { CountedKinds, kindsOf } from '../../shell/CountedKinds.tsx';
import { CutNote, ReadNote } from '../../shell/CutNote.tsx';
import { FilterBar } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Freshness } from '../../ui/Freshness.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { RunsInTrouble } from '../answers/RunsInTrouble.tsx';
import { AddQuestions } from './AddQuestions.tsx';
import { ArchiveQuestions } from './ArchiveQuestions.tsx';
import { EditTags } from './EditTags.tsx';
import { engineColumns } from './engineColumns.tsx';
import { latestColumn, periodColumns, questionColumn } from './questionColumns.tsx';
import { type Row, rowsOf } from './questionRows.ts';
import { isTagged } from './tagText.ts';

/** Which questions list us, and how steadily? */
export function QuestionsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const saved = useQuery(questionsQuery(siteId));
  const engines = useQuery(enginesQuery).data ?? [];
  // Every question has its row; which of them are counted is said above the rows.
  const prompts = useQuery(promptsQuery(siteId, { ...filters, branded: 'include' }));
  const [asking, setAsking] = useState<readonly AskedRun[] | null>(null);
  const [adding, setAdding] = useState(false);
  const [tagging, setTagging] = useState(false);
  const [archiving, setArchiving] = useState(false);
  const isViewer = useIsViewer();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  if (site === undefined) return null;
  const own = (saved.data ?? []).filter(({ tags }) => filters.tag === undefined || isTagged(tags, filters.tag));
  const rows = rowsOf(own, prompts.data?.questions.rows ?? [], prompts.data?.engine ?? null);
  const chosen = own.filter((found) => picked.has(found.id));
  const counts = (row: Row) =>
    filters.branded === 'include' || (row.saved?.branded === true) === (filters.branded === 'only');
  const countedRows = rows.filter(counts);
  const listed = countedRows.filter((row) => row.seen?.targetStatus === 'listed').length;
  const answered = countedRows.filter((row) => row.seen?.targetStatus != null).length;
  const asked = new Set(own.flatMap((question) => question.engines.map(({ engine }) => engine)));
  const columns = [...engines.map(({ id }) => id).filter((id) => asked.has(id)), ...asked].filter(
    (id, index, all) => all.indexOf(id) === index,
  );
  const isSeveral = columns.length > 1;
  const counted = labelOf(engines, prompts.data?.engine ?? '');
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <>
      <PageHead
        title="Which questions list us, and how steadily?"
        actions={
          <>
            <Button forMembers onClick={() => setAdding(true)}>
              Add questions
            </Button>
            {chosen.length > 0 && (
              <>
                <Button forMembers onClick={() => setArchiving(true)}>
                  Archive {integer(chosen.length)}
                </Button>
                <Button forMembers onClick={() => setTagging(true)}>
                  Tags of {integer(chosen.length)}
                </Button>
              </>
            )}
            {own.length > 0 && (
              <Button forMembers kind="primary" onClick={() => setAsking(askedOf(chosen.length > 0 ? chosen : own))}>
                Ask{' '}
                {chosen.length > 0
                  ? countWithNoun(chosen.length, 'chosen question')
                  : countWithNoun(own.length, 'question')}
              </Button>
            )}
          </>
        }
      >
        {prompts.data === undefined
          ? !prompts.isError && <Skeleton className="h-6 w-80 max-w-full" />
          : `${countWithNoun(own.length, 'saved question')}; ${integer(answered)} answered${isSeveral ? ` by ${counted}` : ''} in this period, ${integer(listed)} of them list ${foreign(site.name)} in their latest answer.`}
        {prompts.data !== undefined && <CutNote coverage={prompts.data.coverage} />}
      </PageHead>
      <FilterBar models={prompts.data?.comparability.models ?? []} />
      <CountedKinds kinds={kindsOf(prompts.data?.coverage.questionKinds ?? null, filters.branded ?? 'exclude')} />
      <Freshness query={prompts} />
      <RunsInTrouble siteId={siteId} />
      {(prompts.isError && prompts.data === undefined && (
        <Failure error={prompts.error} retry={() => void prompts.refetch()} />
      )) ||
        (saved.isError && <Failure error={saved.error} retry={() => void saved.refetch()} />)}
      {prompts.data === undefined || saved.data === undefined ? (
        !prompts.isError && !saved.isError && <Skeleton className="h-96" />
      ) : rows.length === 0 ? (
        <Empty
          title="No questions yet"
          action={
            <Button forMembers kind="primary" onClick={() => setAdding(true)}>
              Add questions
            </Button>
          }
        >
          Write what a customer would ask an assistant, for example “What is the easiest way to send invoices from a
          phone?”. Saving a question asks nothing.
        </Empty>
      ) : (
        <>
          {isSeveral && <Legend counted={counted} />}
          <p className="mb-3">
            <ReadNote what="“Same names again” rests" coverage={prompts.data.coverage} />
          </p>
          <DataTable
            label="Questions"
            name={`${site.domain}-questions`}
            noun="question"
            usual={isSeveral ? 'engine1' : 'position'}
            rows={rows}
            tools={(found) => <ChooseAll rows={found} picked={picked} choose={setPicked} />}
            keyOf={(row) => row.id}
            searchText={(row) => [row.question, ...(row.saved?.tags ?? [])].join(' ')}
            columns={[
              questionColumn(isViewer ? null : picked, toggle),
              ...(isSeveral
                ? engineColumns(columns, engines, own)
                : [latestColumn(prompts.data.comparability.models.length > 1)]),
              ...periodColumns(isSeveral ? shortLabel(counted) : null),
            ]}
          />
          <div className="mt-4">
            <HowComputed
              formula="Listed: answers that list you ÷ answers that can say so, over every answer of the period to one question, with Wilson’s 95 % interval. Same names again: mean over all pairs of its answers of the domains in both ÷ the domains in either."
              counts={`latest answers: ${integer(listed)} listed of ${integer(answered)}`}
              notes={[
                'Only answers with the same model and settings are paired. Position is the place in the latest answer.',
              ]}
              answers={answered}
              find={{ listing: showsAnswer }}
            />
          </div>
        </>
      )}
      <AskDialog
        open={asking !== null}
        questions={asking ?? []}
        onClose={() => setAsking(null)}
        onAsked={() => setPicked(new Set())}
      />
      <ArchiveQuestions open={archiving} questions={chosen} onClose={() => setArchiving(false)} />
      <EditTags open={tagging} questions={chosen} siteId={siteId} onClose={() => setTagging(false)} />
      <AddQuestions open={adding} site={site} onClose={() => setAdding(false)} />
    </>
  );
}

/** Chooses all rows that the search leaves, or none, so that many are tagged, asked or archived at once. */
function ChooseAll({ rows, picked, choose }: ChooseProps) {
  const all = rows.filter(({ saved }) => saved !== null).map(({ id }) => id);
  const isAll = all.length > 0 && all.every((id) => picked.has(id));
  if (all.length < 2) return null;
  return (
    <Button forMembers small kind="quiet" onClick={() => choose(new Set(isAll ? [] : all))}>
      {isAll ? 'Choose none' : `Choose all ${integer(all.length)}`}
    </Button>
  );
}

type ChooseProps = {
  rows: readonly Row[];
  picked: ReadonlySet<string>;
  choose(picked: ReadonlySet<string>): void;
};

/** How a cell is read, and what each part of the table covers. */
function Legend({ counted }: { counted: string }) {
  return (
    <p className="mb-3 max-w-[84ch] text-small text-soft">
      An engine’s column shows its latest answer, whatever its date: your position, ○ not listed, ? cannot tell, – no
      answer, with the reason on hover.
      <span className="max-lg:hidden">
        {' '}
        What stands to the right of the engines counts the answers of {counted} in this period.
      </span>
    </p>
  );
}
