import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { enginesQuery, questionsQuery, sitesQuery } from '../../api/queries.ts';
import { promptsQuery } from '../../api/visibilityQueries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { AskedCount } from '../../asking/AskedCount.tsx';
import { type AskedRun, askedOf } from '../../asking/asked.ts';
import { formatLabel, shortNames } from '../../engines/engineWords.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { periodWords } from '../../report/periodWords.ts';
import { isWavering } from '../../report/questionGroups.ts';
import { showsAnswer } from '../../shell/answerSearch.ts';
import { withChoice } from '../../shell/CountedKinds.tsx';
import { FilterBar, PrintedFilters } from '../../shell/FilterBar.tsx';
import { filtersOf } from '../../shell/reportSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { ChosenBar } from '../../ui/ChosenBar.tsx';
import { DataTable, type RowTab } from '../../ui/DataTable.tsx';
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
import { latestColumn, periodColumns, questionColumn, tagColumn } from './questionColumns.tsx';
import { type Row, selectRows } from './questionRows.ts';
import { isTagged } from './tagText.ts';

/** Lists questions, with how steadily each lists the website. */
export function QuestionsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const filters = filtersOf(useSearch({ from: '/inside/sites/$siteId' }));
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const saved = useQuery(questionsQuery(siteId));
  const engines = useQuery(enginesQuery).data ?? [];
  // Every question has a row; the text above the rows says which of them count.
  const prompts = useQuery(promptsQuery(siteId, { ...filters, branded: 'include' }));
  const [asking, setAsking] = useState<readonly AskedRun[] | null>(null);
  const [adding, setAdding] = useState(false);
  const [tagging, setTagging] = useState(false);
  const [archiving, setArchiving] = useState(false);
  const isViewer = useIsViewer();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  if (site === undefined) return null;
  const own = (saved.data ?? []).filter(({ tags }) => filters.tag === undefined || isTagged(tags, filters.tag));
  const rows = selectRows(own, prompts.data?.questions.rows ?? [], prompts.data?.engine ?? null);
  const selection = own.filter((match) => picked.has(match.id));
  const counts = (row: Row) =>
    filters.branded === 'include' || (row.saved?.branded === true) === (filters.branded === 'only');
  const countedRows = rows.filter(counts);
  const listed = countedRows.filter((row) => row.seen?.targetStatus === 'listed').length;
  const answeredCount = countedRows.filter((row) => row.seen?.targetStatus != null).length;
  const askedKeys = new Set(own.flatMap((question) => question.engines.map(({ engine }) => engine)));
  const columns = [...engines.map(({ id }) => id).filter((id) => askedKeys.has(id)), ...askedKeys].filter(
    (id, index, all) => all.indexOf(id) === index,
  );
  const isSeveral = columns.length > 1;
  const counted = formatLabel(engines, prompts.data?.engine ?? '');
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <>
      <PageHead
        title="Questions"
        info="questions"
        filters={
          <FilterBar
            models={prompts.data?.comparability.models ?? []}
            kinds={withChoice(prompts.data?.coverage.questionKinds ?? null, filters.branded ?? 'exclude')}
          />
        }
        actions={
          <Button forMembers onClick={() => setAdding(true)}>
            Add questions
          </Button>
        }
        primary={
          own.length > 0 && (
            <Button forMembers kind="primary" onClick={() => setAsking(askedOf(own))}>
              <AskedCount count={own.length} />
            </Button>
          )
        }
      />
      <PrintedFilters />
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
          <DataTable
            label="Questions"
            name={`${site.domain}-questions`}
            noun="question"
            order={lose}
            tabs={tabs}
            rows={rows}
            tools={(matches) => <ChooseAll rows={matches} picked={picked} choose={setPicked} />}
            keyOf={(row) => row.id}
            searchText={(row) => [row.question, ...(row.saved?.tags ?? [])].join(' ')}
            columns={[
              questionColumn(isViewer ? null : picked, toggle),
              tagColumn,
              ...(isSeveral
                ? engineColumns(columns, engines, own)
                : [latestColumn(prompts.data.comparability.models.length > 1)]),
              ...periodColumns(
                isSeveral ? (shortNames(engines).get(prompts.data.engine) ?? counted) : null,
                periodWords(filters),
              ),
            ]}
          />
          <div className="mt-4">
            <HowComputed
              formula="Listed: answers that list you ÷ decided answers, over every answer of the period to one question, with Wilson’s 95 % interval. Same names again: mean over all pairs of its answers of the domains in both ÷ the domains in either."
              counts={`latest answers: ${integer(listed)} listed of ${integer(answeredCount)}`}
              notes={[
                'Only answers with the same model and settings are paired. Position is the place in the latest answer.',
              ]}
              answers={answeredCount}
              find={{ listing: showsAnswer }}
            />
          </div>
        </>
      )}
      {selection.length > 0 && (
        <ChosenBar count={selection.length} clear={() => setPicked(new Set())}>
          <Button forMembers small kind="primary" onClick={() => setAsking(askedOf(selection))}>
            Ask {countWithNoun(selection.length, 'chosen question')}
          </Button>
          <Button forMembers small onClick={() => setTagging(true)}>
            Tags of {integer(selection.length)}
          </Button>
          <Button forMembers small onClick={() => setArchiving(true)}>
            Archive {integer(selection.length)}
          </Button>
        </ChosenBar>
      )}
      <AskDialog
        open={asking !== null}
        questions={asking ?? []}
        onClose={() => setAsking(null)}
        onAsked={() => setPicked(new Set())}
      />
      <ArchiveQuestions open={archiving} questions={selection} onClose={() => setArchiving(false)} />
      <EditTags open={tagging} questions={selection} siteId={siteId} onClose={() => setTagging(false)} />
      <AddQuestions open={adding} site={site} onClose={() => setAdding(false)} />
    </>
  );
}

/** Selects all rows that match the search, or none, so that many are tagged, asked or archived at once. */
function ChooseAll({ rows, picked, choose }: ChooseProps) {
  const all = rows.filter(({ saved }) => saved !== null).map(({ id }) => id);
  const isAll = all.length > 0 && all.every((id) => picked.has(id));
  if (all.length < 2) return null;
  return (
    <Button forMembers small kind="quiet" onClick={() => choose(new Set(isAll ? [] : all))}>
      {isAll ? 'Clear selection' : `Select all ${integer(all.length)}`}
    </Button>
  );
}

type ChooseProps = {
  rows: readonly Row[];
  picked: ReadonlySet<string>;
  choose(picked: ReadonlySet<string>): void;
};

/**
 * Sorts by losses: questions whose latest answer does not list the website come first, starting with those that have
 * the most such answers.
 */
function lose({ seen }: Row): number {
  if (seen === null) return -2;
  if (seen.targetStatus === null) return -1;
  const missed = seen.known - seen.listed;
  return seen.targetStatus === 'listed' ? missed : 1_000_000 + missed;
}

const tabs: readonly RowTab<Row>[] = [
  { id: 'all', name: 'All', keep: () => true },
  { id: 'listed', name: 'Listed', keep: ({ seen }) => seen?.targetStatus === 'listed' },
  { id: 'missing', name: 'Not listed', keep: ({ seen }) => seen?.targetStatus === 'not_listed' },
  { id: 'wavering', name: 'Wavering', keep: ({ seen }) => seen !== null && isWavering(seen) },
  { id: 'unanswered', name: 'No answer', keep: ({ seen }) => seen?.targetStatus == null },
];
