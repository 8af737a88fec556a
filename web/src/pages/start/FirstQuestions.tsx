import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Website } from '../../../../src/contract/wireTypes.ts';
import { type Question, questionsQuery } from '../../api/queries.ts';
import { overviewQuery } from '../../api/visibilityQueries.ts';
import { AskDialog } from '../../asking/AskDialog.tsx';
import { askedOf } from '../../asking/asked.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { aboutDollars, countWithNoun, integer } from '../../format/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Clamped } from '../../ui/Clamped.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { QuestionPaste } from '../questions/QuestionPaste.tsx';
import { QuestionSettings } from '../questions/QuestionSettings.tsx';
import { readQuestions, saveQuestions } from '../questions/saveQuestions.ts';
import { type SettingsChoice, useQuestionSettings } from '../questions/useQuestionSettings.ts';
import { ProposedQuestions } from './ProposedQuestions.tsx';
import { SuggestionPreview } from './SuggestionPreview.tsx';
import { suggestionsQuery } from './suggestions.ts';
import { useProposals } from './useProposals.ts';

/** Saves the pasted questions, then asks for the one confirmation. */
export function FirstQuestions({ site, onAsked }: { site: Website; onAsked(): void }) {
  const saved = useQuery(questionsQuery(site.id)).data ?? [];
  const [text, setText] = useState('');
  const page = useQuery(suggestionsQuery(site.url)).data;
  const proposals = useProposals(saved.length === 0 ? (page?.categories[0] ?? '') : '');
  const questions = [...new Set([...proposals.questions, ...readQuestions(text)])];
  const suggestions = page?.questions ?? [];
  const takenNames = new Set([...questions, ...saved.map((match) => match.query)]);
  const attempts = useQuery(overviewQuery(site.id, {})).data?.coverage.attemptsConsidered;
  const choice = useQuestionSettings();
  const [confirming, setConfirming] = useState(false);
  const save = useMutation({
    mutationFn: () => saveQuestions(questions, site.id, choice.settings),
    onSuccess: () => {
      setText('');
      proposals.choose('');
      setConfirming(true);
    },
  });
  const total = saved.length + questions.length;
  return (
    <div className="@container grid grid-cols-1 gap-4">
      <ProposedQuestions {...proposals} categories={page?.categories ?? []} />
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        <QuestionPaste site={site} text={text} onChange={setText} />
        <div className="grid grid-cols-1 gap-4">
          <SuggestionPreview
            title="From your home page"
            items={suggestions.filter((question) => !takenNames.has(question))}
            onTake={(question) => setText(text.trim() === '' ? `${question}\n` : `${text.trimEnd()}\n${question}\n`)}
          />
          {saved.length > 0 && <SavedList saved={saved} />}
          <Disclosure open={save.isError} summary={settingsText(choice)}>
            <div className="grid gap-4">
              <QuestionSettings choice={choice} error={save.error} />
            </div>
          </Disclosure>
        </div>
      </div>
      <section
        aria-label="Selected questions"
        // With large letters it would cover the questions.
        className="bottom-0 z-10 -mx-4 flex @min-[15rem]:sticky flex-wrap items-center gap-x-4 gap-y-1 border-line border-t bg-paper px-4 py-2.5 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:-mx-6 md:px-6"
      >
        <Button
          kind="primary"
          disabled={total === 0 || (questions.length > 0 && choice.settings.engines.length === 0)}
          busy={save.isPending}
          onClick={() => (questions.length === 0 ? setConfirming(true) : save.mutate())}
        >
          {total === 0 ? 'Add a question first' : 'Save and show the price'}
        </Button>
        <span className="min-w-0 text-small tabular-nums">{priceText(total, choice)}</span>
      </section>
      <AskDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onAsked={onAsked}
        hasAnswers={attempts !== 0}
        questions={askedOf(saved)}
      />
    </div>
  );
}

/** Formats what asking costs: `24 × 3 engines: 72 answers, about $4`. */
function priceText(questions: number, { ready, settings }: SettingsChoice): string {
  const engines = ready.filter(({ id }) => settings.engines.includes(id));
  if (questions === 0 || engines.length === 0) return 'Nothing is asked yet.';
  const counted = `${integer(questions)} × ${countWithNoun(engines.length, 'engine')}: ${countWithNoun(questions * engines.length, 'answer')}`;
  const each = engines.reduce((sum, { price }) => sum + (price?.typicalUsd ?? Number.NaN), 0);
  if (Number.isNaN(each)) return `${counted} (no price is known)`;
  const isSimulated = engines.every(({ simulated }) => simulated);
  return [counted, `, about ${aboutDollars(questions * each)}`, isSimulated ? ' (simulated money)' : ''].join('');
}

/** Formats the selected settings in a line: `Claude, Google; en, US`. */
function settingsText({ ready, settings, needsPlace }: SettingsChoice): string {
  const names = [...shortNames(ready)].flatMap(([id, name]) => (settings.engines.includes(id) ? [name] : []));
  // Unknown while the engines are loading.
  if (ready.length === 0) return 'Engines';
  if (names.length === 0) return 'Choose at least one engine';
  return `${names.join(', ')}${needsPlace ? `; ${settings.language}, ${settings.country}` : ''}`;
}

function SavedList({ saved }: { saved: readonly Question[] }) {
  return (
    <div>
      <h2 className="mb-1 font-medium text-small">Saved: {countWithNoun(saved.length, 'question')}</h2>
      <Scroller label="Saved questions" className="max-h-60 rounded-box border border-line">
        <ul className="divide-y divide-line">
          {saved.map((result) => (
            <li key={result.id} className="px-3 py-2">
              <Clamped text={result.query} />
            </li>
          ))}
        </ul>
      </Scroller>
    </div>
  );
}
