import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import { type Question, queryClient } from '../../api/queries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Notice.tsx';

type Props = { open: boolean; questions: readonly Question[]; onClose(): void };

/**
 * Archives one question or many, with one call each: if a call fails, earlier ones stay archived, and the rest stays
 * selected.
 */
export function ArchiveQuestions({ open, questions, onClose }: Props) {
  const isOne = questions.length === 1;
  const archive = useMutation({
    mutationFn: async () => {
      for (const { id } of questions) await call('archiveQuestion', { id });
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(['questions', 'answers'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  const what = countWithNoun(questions.length, 'question');
  return (
    <Dialog open={open} onClose={onClose} title={isOne ? 'Archive this question?' : `Archive ${what}?`}>
      <p>
        {isOne
          ? 'It can no longer be asked. Its answers stay, and reports of past dates still count them.'
          : 'They can no longer be asked. Their answers stay, and reports of past dates still count them.'}
      </p>
      {archive.isError && (
        <div className="mt-4">
          <Failure error={archive.error} />
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={archive.isPending} onClick={() => archive.mutate()}>
          {isOne ? 'Archive the question' : `Archive ${what}`}
        </Button>
      </div>
    </Dialog>
  );
}
