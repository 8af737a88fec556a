import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { QuestionPaste } from './QuestionPaste.tsx';
import { QuestionSettings } from './QuestionSettings.tsx';
import { readQuestions, saveQuestions } from './saveQuestions.ts';
import { TagField } from './TagField.tsx';
import { readTags, tagError } from './tagText.ts';
import { useQuestionSettings } from './useQuestionSettings.ts';

type Props = {
  open: boolean;
  site: Website;
  onClose(): void /** Initial questions, one per line. */;
  suggested?: string;
};

export function AddQuestions({ open, site, onClose, suggested = '' }: Props) {
  const [text, setText] = useState(suggested);
  const questions = readQuestions(text);
  const [tagText, setTagText] = useState('');
  const tags = readTags(tagText);
  const choice = useQuestionSettings();
  const save = useMutation({
    mutationFn: () => saveQuestions(questions, site.id, { ...choice.settings, tags }),
    onSuccess: () => {
      setText('');
      onClose();
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title="Add questions">
      <div className="grid gap-4">
        <QuestionPaste site={site} text={text} onChange={setText} />
        <TagField siteId={site.id} value={tagText} onChange={setTagText} error={tagError(tags, save.error)} />
        <QuestionSettings choice={choice} error={save.error} full />
        <p className="text-small text-soft">
          Saved questions never change, so answers stay comparable. To reword one, archive it and add another.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={questions.length === 0 || choice.settings.engines.length === 0 || tagError(tags, null) !== null}
            onClick={() => save.mutate()}
          >
            Save {countWithNoun(questions.length, 'question')} without asking
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
