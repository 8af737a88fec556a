import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Question, queryClient } from '../../api/queries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { TagField } from './TagField.tsx';
import { readTags, tagError } from './tagText.ts';

type Props = { open: boolean; questions: readonly Question[]; siteId: string; onClose(): void };

/** Maximum number of questions in one request. */
const maxAtOnce = 200;
const brandedWords = { keep: undefined, rule: null, yes: true, no: false } as const;

/** Edits the tags of many questions at once, and whether they count as branded. */
export function EditTags({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`Tags of ${countWithNoun(rest.questions.length, 'question')}`}>
      <Form {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Form({ questions, siteId, onClose }: Omit<Props, 'open'>) {
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [branded, setBranded] = useState<keyof typeof brandedWords>('keep');
  const tags = readTags(added);
  const carried = Map.groupBy(
    questions.flatMap((question) => question.tags),
    (tag) => tag,
  );
  const isChange = tags.length > 0 || removed.length > 0 || branded !== 'keep';
  const save = useMutation({
    mutationFn: async () => {
      const word = brandedWords[branded];
      for (let from = 0; from < questions.length; from += maxAtOnce) {
        const questionIds = questions.slice(from, from + maxAtOnce).map(({ id }) => id);
        const change = { questionIds, addTags: tags, removeTags: [...removed] };
        await call('changeQuestions', { ...change, ...(word === undefined ? {} : { branded: word }) });
      }
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(
        ['questions', 'answers', 'visibility'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const error = tagError(tags, save.error);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TagField siteId={siteId} value={added} onChange={setAdded} error={error} label="Add tags" />
      {carried.size > 0 && (
        <fieldset>
          <legend className="mb-1 font-medium text-small">Remove</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {[...carried].map(([tag, times]) => (
              <label key={tag} className="flex items-start gap-2">
                <input
                  type="checkbox"
                  className="mt-1.5 size-4"
                  checked={removed.includes(tag)}
                  onChange={(event) =>
                    setRemoved(event.target.checked ? [...removed, tag] : removed.filter((one) => one !== tag))
                  }
                />
                <span>
                  <bdi>{tag}</bdi>
                  {questions.length > 1 && <span className="text-soft"> on {integer(times.length)}</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Choice<keyof typeof brandedWords>
        label="Does the question name your website?"
        value={branded}
        onChange={setBranded}
        options={[
          { value: 'keep', label: 'Unchanged' },
          { value: 'rule', label: 'Automatic' },
          { value: 'yes', label: 'Yes: branded, excluded from the numbers' },
          { value: 'no', label: 'No: counted' },
        ]}
      />
      {save.isError && error === null && <Failure error={save.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <Button submit kind="primary" busy={save.isPending} disabled={!isChange || tagError(tags, null) !== null}>
          Save
        </Button>
      </div>
    </form>
  );
}
