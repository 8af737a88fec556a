import type { PromptVisibility, TopCitations } from '../../../../src/contract/wireTypes.ts';
import { MatrixDrawing } from '../../charts/MatrixDrawing.tsx';
import { pngOfDrawing } from '../../charts/pngOfDrawing.ts';
import { type MatrixColumn, type MatrixRow, SourceMatrix } from '../../charts/SourceMatrix.tsx';
import { countWithNoun } from '../../format/numbers.ts';
import { SaveCsv, SavePng } from '../../ui/Save.tsx';
import { Section } from '../../ui/Section.tsx';

const maxColumns = 16;

/** Shows questions and the domains that their latest answers cite, those with rivals and without the website first. */
export function QuestionMatrix({
  citations,
  prompts,
  name,
}: {
  citations: TopCitations;
  prompts: PromptVisibility;
  name: string;
}) {
  const rows: MatrixRow[] = prompts.questions.rows.flatMap((row) =>
    row.runId === null ? [] : [{ caseId: row.caseId, question: row.question, runId: row.runId }],
  );
  const columns: MatrixColumn[] = citations.domains.rows.slice(0, maxColumns).map((citedDomain) => ({
    domain: citedDomain.domain,
    owned: citedDomain.owned,
    runIds: new Set(citedDomain.runIds),
  }));
  if (rows.length === 0 || columns.length === 0) return null;
  const title = 'Questions by sources';
  const note = `Filled if the latest answer cites the domain; yours is in colour. ${citations.domains.total > columns.length ? `The ${columns.length} most cited of ${countWithNoun(citations.domains.total, 'domain')}.` : ''}`;
  return (
    <Section
      title={title}
      note={note}
      actions={
        <>
          <SaveCsv
            name={`${name}-matrix`}
            head={['Question', ...columns.map((column) => column.domain)]}
            rows={() =>
              rows.map((row) => [row.question, ...columns.map((column) => (column.runIds.has(row.runId) ? 1 : 0))])
            }
          />
          <SavePng
            name={`${name}-matrix`}
            draw={() =>
              pngOfDrawing(
                <MatrixDrawing rows={rows} columns={columns} />,
                `${title}, ${name}`,
                `${note} ${windowWords(citations)}`,
              )
            }
          />
        </>
      }
    >
      <SourceMatrix rows={rows} columns={columns} />
    </Section>
  );
}

/** Formats the dates of a report, for an exported image. */
function windowWords({ window, simulated }: TopCitations): string {
  const dates = window.startDate === null ? 'All dates' : `${window.startDate} – ${window.endDate ?? ''}, UTC`;
  return `${dates}${simulated ? '; simulated answers' : ''}.`;
}
