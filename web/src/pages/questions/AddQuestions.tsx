import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeywordCase, Website } from '../../../../src/api/wireTypes.ts';
import { counted } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { QuestionPaste } from './QuestionPaste.tsx';
import { readQuestions, saveQuestions } from './saveQuestions.ts';

export function AddQuestions({
  open,
  site,
  saved,
  onClose,
}: {
  open: boolean;
  site: Website;
  saved: readonly KeywordCase[];
  onClose(): void;
}) {
  const [text, setText] = useState('');
  const questions = readQuestions(text);
  const [language, setLanguage] = useState('');
  const [country, setCountry] = useState('');
  const save = useMutation({
    mutationFn: () =>
      saveQuestions(questions, site.id, saved, {
        language: language.trim() === '' ? undefined : language.trim(),
        country: country.trim() === '' ? undefined : country.trim().toUpperCase(),
      }),
    onSuccess: () => {
      setText('');
      onClose();
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title="Add questions">
      <div className="grid gap-4">
        <QuestionPaste site={site} text={text} onChange={setText} />
        <Disclosure summary="Asked from a place or in a language">
          <div className="grid grid-cols-2 gap-3">
            <Field
              label="Language"
              value={language}
              onChange={(event) => setLanguage(event.target.value)}
              placeholder="en"
              hint="A tag such as en or de-AT."
            />
            <Field
              label="Country"
              value={country}
              onChange={(event) => setCountry(event.target.value)}
              placeholder="AT"
              maxLength={2}
              hint="Two letters."
            />
          </div>
        </Disclosure>
        <p className="text-small text-soft">
          A saved question never changes: to reword it, archive it and add another, so that answers stay comparable.
        </p>
        {save.isError && <Failure error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" busy={save.isPending} disabled={questions.length === 0} onClick={() => save.mutate()}>
            Save {counted(questions.length, 'question')} (asks nothing)
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
