import type { Website } from '../../../../src/contract/wireTypes.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Area } from '../../ui/Field.tsx';
import { readQuestions } from './saveQuestions.ts';

type Props = { site: Website; text: string; onChange(text: string): void };

/** Field for many questions. Questions that name the website are marked, because they suggest their own answer. */
export function QuestionPaste({ site, text, onChange }: Props) {
  const questions = readQuestions(text);
  const names = [site.name, site.domain, ...site.aliases]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 2);
  const leading = questions.filter((question) => names.some((name) => question.toLowerCase().includes(name)));
  return (
    <div className="grid gap-2">
      <Area
        label="Questions, one per line"
        rows={7}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Which accounting tool suits a freelancer in Austria?"
        hint={questions.length === 0 ? 'You can paste a list.' : `${countWithNoun(questions.length, 'new question')}.`}
      />
      {leading.length > 0 && (
        <p className="text-caution text-small">
          {leading.length === 1
            ? 'One question names your website. Its answers nearly always list it, so it is branded and excluded from the numbers unless you count it.'
            : `${leading.length} questions name your website. Such answers nearly always list it, so they are branded and excluded from the numbers unless you count them.`}
        </p>
      )}
    </div>
  );
}
