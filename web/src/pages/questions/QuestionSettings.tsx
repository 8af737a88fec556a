import { Link } from '@tanstack/react-router';
import { SightlineError } from '../../api/http.ts';
import type { Engine } from '../../api/queries.ts';
import { formatLabel, kindWord, requiredSettings } from '../../engines/engineWords.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';
import { FurtherSettings, furtherFields } from './FurtherSettings.tsx';
import type { SettingsChoice } from './useQuestionSettings.ts';

/** Fields in this form; an error about another field is shown below it. */
const shownFields = ['locale.language', 'locale.country', 'engines'];

/** Formats an error about one field, with the engine that does not support it. */
function fieldError(error: unknown, field: string, engines: readonly Engine[]): string | undefined {
  if (!(error instanceof SightlineError) || error.field !== field) return undefined;
  const message = error.message.replace(/^[\w.]+: /, '');
  const engine = error.details?.engine;
  const label = typeof engine === 'string' ? formatLabel(engines, engine) : null;
  return label === null || message.includes(label) ? message : `${label}: ${message}`;
}

/** Settings of new questions: engines, language and location. */
type Props = {
  choice: SettingsChoice;
  error: unknown;
  /** True to show every setting; otherwise only location and language. */
  full?: boolean;
};

export function QuestionSettings({ choice, error, full = false }: Props) {
  const { ready, settings, needsPlace, change } = choice;
  const { engines } = settings;
  const errorOf = (field: string) => fieldError(error, field, ready);
  const visibleItems = full ? [...shownFields, ...furtherFields] : shownFields;
  const isShown = error instanceof SightlineError && visibleItems.includes(error.field ?? '');
  const place = (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Language"
        value={settings.language}
        onChange={(event) => change({ language: event.target.value })}
        placeholder="en"
        error={errorOf('locale.language')}
        hint="A language tag such as en or de-AT."
      />
      <Field
        label="Country"
        value={settings.country}
        onChange={(event) => change({ country: event.target.value })}
        placeholder="AT"
        maxLength={2}
        error={errorOf('locale.country')}
        hint="Two letters."
      />
    </div>
  );
  const toggle = (id: string) =>
    change({ engines: engines.includes(id) ? engines.filter((one) => one !== id) : [...engines, id] });
  return (
    <>
      {ready.length > 1 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-small font-medium">Engines (each question is asked separately at each)</legend>
          {ready.map((engine) => (
            <label key={engine.id} className="flex items-start gap-2.5">
              <input
                type="checkbox"
                checked={engines.includes(engine.id)}
                onChange={() => toggle(engine.id)}
                className="mt-1.5 size-4 shrink-0"
              />
              <span className="min-w-0">
                {engine.label}
                <span className="block text-small text-soft">
                  {kindWord(engine)}
                  {engine.requires.length > 0 && `; needs ${requiredSettings(engine)}`}
                </span>
              </span>
            </label>
          ))}
          {engines.length === 0 && <p className="text-small text-danger">Choose at least one engine</p>}
          {errorOf('engines') !== undefined && (
            <p role="alert" className="text-small text-danger">
              {errorOf('engines')}
            </p>
          )}
          <p className="text-small text-soft">
            <Link to="/settings/engines" className="link">
              Engine capabilities
            </Link>
          </p>
        </fieldset>
      )}
      {needsPlace || ['locale.language', 'locale.country'].some((field) => errorOf(field) !== undefined) ? (
        place
      ) : (
        <Disclosure summary="Language and location">{place}</Disclosure>
      )}
      {full && <FurtherSettings choice={choice} errorOf={errorOf} />}
      {error !== null && !isShown && <Failure error={error} />}
    </>
  );
}
