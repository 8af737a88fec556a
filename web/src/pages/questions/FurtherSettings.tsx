import { Disclosure } from '../../ui/Disclosure.tsx';
import { Choice, Field } from '../../ui/Field.tsx';
import type { QuestionSettings } from './saveQuestions.ts';
import type { SettingsChoice } from './useQuestionSettings.ts';

/** Fields of these settings for which the server may return an error. */
export const furtherFields = [
  'locale.region',
  'locale.city',
  'locale.timezone',
  'search.model',
  'search.mode',
  'search.allowedDomains',
  'search.contextSize',
  'search.device',
];

type Props = { choice: SettingsChoice; errorOf(field: string): string | undefined };

/** Form for the other settings of a question. Every selected engine must support all of them. */
export function FurtherSettings({ choice: { ready, settings, change }, errorOf }: Props) {
  const selection = ready.filter(({ id }) => settings.engines.includes(id));
  const models = [...new Set(selection.flatMap((engine) => engine.models))];
  const refused = furtherFields.flatMap((field) => errorOf(field) ?? []);
  const text = (
    name: 'region' | 'city' | 'timezone' | 'model' | 'domains',
    label: string,
    hint: string,
    field: string,
  ) => (
    <Field
      label={label}
      hint={hint}
      value={settings[name] ?? ''}
      onChange={(event) => change({ [name]: event.target.value })}
      error={errorOf(field)}
      autoComplete="off"
      {...(name === 'model' && models.length > 0 ? { list: 'known-models' } : {})}
    />
  );
  return (
    <Disclosure summary="Model, search and exact location" {...(refused.length > 0 ? { open: true } : {})}>
      <div className="grid gap-3 sm:grid-cols-2">
        {text('model', 'Model', 'Empty: the engine’s default.', 'search.model')}
        <datalist id="known-models">
          {models.map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
        {text(
          'domains',
          'Search only these domains',
          'Comma-separated. Empty: the whole web.',
          'search.allowedDomains',
        )}
        <Choice<NonNullable<QuestionSettings['contextSize']> | ''>
          label="Search context"
          value={settings.contextSize ?? ''}
          onChange={(size) => change({ contextSize: size === '' ? null : size })}
          options={[
            { value: '', label: 'Engine default' },
            { value: 'low', label: 'Low' },
            { value: 'medium', label: 'Medium' },
            { value: 'high', label: 'High' },
          ]}
        />
        <Choice<NonNullable<QuestionSettings['device']> | ''>
          label="Device"
          value={settings.device ?? ''}
          onChange={(device) => change({ device: device === '' ? null : device })}
          options={[
            { value: '', label: 'Engine default' },
            { value: 'desktop', label: 'Desktop' },
            { value: 'mobile', label: 'Mobile' },
          ]}
        />
        {text('region', 'Region', 'Such as California.', 'locale.region')}
        {text('city', 'City', 'Such as Vienna.', 'locale.city')}
        {text('timezone', 'Time zone', 'Such as Europe/Vienna.', 'locale.timezone')}
      </div>
      {['search.contextSize', 'search.device', 'search.mode'].map((field) => {
        const error = errorOf(field);
        return error === undefined ? null : (
          <p key={field} role="alert" className="mt-2 text-danger text-small">
            {error}
          </p>
        );
      })}
      <p className="mt-2 text-small text-soft">
        Reports count only searches of the whole web, not answers limited to named domains.
      </p>
    </Disclosure>
  );
}
