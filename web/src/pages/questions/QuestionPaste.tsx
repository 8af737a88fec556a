import { useState } from 'react';
import type { Website } from '../../../../src/api/wireTypes.ts';
import { counted } from '../../format/numbers.ts';
import { Area } from '../../ui/Field.tsx';
import { readQuestions } from './saveQuestions.ts';

type Props = { site: Website; value: readonly string[]; onChange(questions: string[]): void };

/** Many questions at once. A question that names the website is pointed out: it asks for what it wants to measure. */
export function QuestionPaste({ site, value, onChange }: Props) {
  const [text, setText] = useState(value.join('\n'));
  const names = [site.name, site.domain, ...site.aliases]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 2);
  const leading = value.filter((question) => names.some((name) => question.toLowerCase().includes(name)));
  const shown = value.length === 0 && readQuestions(text).length > 0 ? '' : text;
  return (
    <div className="grid gap-2">
      <Area
        label="Questions, one a line"
        rows={7}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange(readQuestions(event.target.value));
        }}
        placeholder={
          'Which accounting tool suits a freelancer in Austria?\nWhat is the easiest way to send invoices from a phone?'
        }
        hint={
          value.length === 0
            ? 'Paste a list; numbers and bullets in front are removed.'
            : `${counted(value.length, 'new question')}.`
        }
      />
      {leading.length > 0 && (
        <p className="text-caution text-small">
          {leading.length === 1 ? 'One question names' : `${leading.length} questions name`} your website. Such answers
          nearly always list it, so the score would say little.
        </p>
      )}
    </div>
  );
}
