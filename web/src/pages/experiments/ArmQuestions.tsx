import type { Experiment } from '../../api/workQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';

/** Lists the questions of each arm, or of each step of a roll-out, and the pages that clusters name. */
export function ArmQuestions({ experiment, open }: { experiment: Experiment; open: boolean }) {
  const { protocol, registration } = experiment;
  if (registration === null) return null;
  const texts = new Map(registration.cases.map(({ questionId, question }) => [questionId, question]));
  const labels =
    protocol.assignment === 'stepped' ? [...new Set(registration.labels)].sort((one, other) => one - other) : [1, 0];
  return (
    <div className="grid content-start gap-3 text-small">
      {labels.map((label) => {
        const clusters = protocol.clusters.filter((_, at) => registration.labels[at] === label);
        const count = countWithNoun(clusters.flatMap(({ questionIds }) => questionIds).length, 'question');
        return (
          <Disclosure key={label} open={open} summary={`${armName(protocol.assignment, label, open)}: ${count}`}>
            <ul className="grid gap-1 sm:columns-2 sm:block">
              {clusters.map(({ id, questionIds, pages }) => (
                <li key={id} className="wrap-anywhere break-inside-avoid sm:mb-1">
                  {[...questionIds.map((question) => texts.get(question) ?? question), ...pages].map((text) => (
                    <bdi key={text} className="block">
                      {text}
                    </bdi>
                  ))}
                </li>
              ))}
            </ul>
          </Disclosure>
        );
      })}
    </div>
  );
}

function armName(assignment: Experiment['protocol']['assignment'], label: number, isRunning: boolean): string {
  if (assignment === 'stepped') return `Step ${label + 1}`;
  if (!isRunning) return label === 1 ? 'Treated' : 'Control';
  return label === 1 ? 'Treated, change their pages' : 'Control, leave their pages as they are';
}
