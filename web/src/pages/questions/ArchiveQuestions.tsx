import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import { type Question, queryClient } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type Props = { open: boolean; questions: readonly Question[]; onClose(): void };

/**
 * Archives one question or many, with one call each: if a call fails, earlier ones stay archived, and the rest stays
 * selected.
 */
export function ArchiveQuestions({ open, questions, onClose }: Props) {
  const isOne = questions.length === 1;
  const archive = useMutation({
    mutationFn: async (chosenQuestions: readonly Question[]) => {
      for (const { id } of chosenQuestions) await call('archiveQuestion', { id });
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(['questions', 'answers'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  const what = countWithNoun(questions.length, 'question');
  return (
    <ConfirmDialog
      of={open ? questions : null}
      title={isOne ? 'Archive this question?' : `Archive ${what}?`}
      act={isOne ? 'Archive the question' : `Archive ${what}`}
      change={archive}
      onClose={onClose}
    >
      Archived questions can no longer be asked. Their answers stay, and reports of past dates still count them.
    </ConfirmDialog>
  );
}
