import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeywordCase, Website } from '../../../../src/api/wireTypes.ts';
import { casesQuery } from '../../api/queries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { counted } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { QuestionPaste } from '../questions/QuestionPaste.tsx';
import { saveQuestions } from '../questions/saveQuestions.ts';

/** Saves the pasted questions, then asks for the one confirmation. */
export function FirstQuestions({ site, onAsked }: { site: Website; onAsked(): void }) {
  const saved = (useQuery(casesQuery).data ?? []).filter((found) => found.target?.websiteId === site.id);
  const [questions, setQuestions] = useState<string[]>([]);
  const [confirming, setConfirming] = useState(false);
  const save = useMutation({
    mutationFn: () => saveQuestions(questions, site.id, saved),
    onSuccess: () => {
      setQuestions([]);
      setConfirming(true);
    },
  });
  const total = saved.length + questions.length;
  return (
    <div className="grid gap-6">
      <QuestionPaste site={site} value={questions} onChange={setQuestions} />
      {saved.length > 0 && <SavedList saved={saved} />}
      {save.isError && (
        <Failure
          error={save.error}
          retry={() => save.mutate()}
          retryNote="Saving questions costs nothing; those already saved are not saved twice."
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          kind="primary"
          disabled={total === 0}
          busy={save.isPending}
          onClick={() => (questions.length === 0 ? setConfirming(true) : save.mutate())}
        >
          {total === 0 ? 'Add a question first' : `Save and see what asking ${counted(total, 'question')} costs`}
        </Button>
        <span className="text-small text-soft">Nothing is asked yet.</span>
      </div>
      <AskDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onAsked={onAsked}
        questions={saved.map((found) => ({ caseId: found.id, question: found.query, siteId: site.id }))}
      />
    </div>
  );
}

function SavedList({ saved }: { saved: readonly KeywordCase[] }) {
  return (
    <div>
      <h2 className="mb-1 font-medium text-small">Saved: {counted(saved.length, 'question')}</h2>
      <ul
        className="max-h-60 divide-y divide-line overflow-auto rounded-box border border-line"
        tabIndex={0}
        aria-label="Saved questions"
      >
        {saved.map((found) => (
          <li key={found.id} className="px-3 py-2">
            {found.query}
          </li>
        ))}
      </ul>
    </div>
  );
}
