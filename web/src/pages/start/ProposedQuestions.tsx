import { SuggestionPreview } from './SuggestionPreview.tsx';
import type { Proposals } from './useProposals.ts';

type Props = Proposals & {
  /** Kinds of offers named on the home page. */
  categories: readonly string[];
};

/** Shows a category in a word or two, and 24 questions about it in four groups: each can be left out or reworded. */
export function ProposedQuestions({ category, groups, choose, tick, word, categories }: Props) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <label className="grid w-72 max-w-full gap-1.5 font-medium text-small">
          What do you offer?
          <input
            value={category}
            onChange={(event) => choose(event.target.value)}
            placeholder="invoicing tool"
            maxLength={60}
            className="field font-normal"
          />
        </label>
        <SuggestionPreview
          title="From your home page"
          items={categories.filter((name) => name !== category)}
          onTake={choose}
        />
      </div>
      {groups.length > 0 && (
        <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
          {groups.map(({ group, proposals }) => (
            <fieldset key={group} className="min-w-0">
              <legend className="font-medium text-small text-soft">{group}</legend>
              <ul>
                {proposals.map(({ id, text, isTicked }) => (
                  <li key={id} data-row className="flex min-h-7 items-start gap-2">
                    <input
                      type="checkbox"
                      aria-label={`Ask “${text}”`}
                      checked={isTicked}
                      onChange={(event) => tick(id, event.target.checked)}
                      className="mt-1.5 size-4 shrink-0"
                    />
                    <textarea
                      rows={1}
                      aria-label={`Wording of “${text}”`}
                      value={text}
                      disabled={!isTicked}
                      maxLength={2_000}
                      onChange={(event) => word(id, event.target.value.replaceAll('\n', ' '))}
                      className="field-sizing-content min-w-0 flex-1 resize-none rounded-small border border-transparent bg-transparent px-1.5 py-0.5 text-small hover:border-line focus:border-edge disabled:text-soft disabled:line-through"
                    />
                  </li>
                ))}
              </ul>
            </fieldset>
          ))}
        </div>
      )}
    </div>
  );
}
