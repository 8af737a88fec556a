import type { PlanContent } from '../../api/planQueries.ts';
import { weekdayWord } from '../../format/language.ts';
import { Choice, Field } from '../../ui/Field.tsx';

type Cadence = PlanContent['cadence'];

/** Monday morning in the reader's time zone. */
export const defaultCadence: Cadence = {
  kind: 'weekly',
  weekday: 'monday',
  hours: null,
  at: '06:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const timeZones = [...new Set(['UTC', defaultCadence.timeZone ?? 'UTC', ...Intl.supportedValuesOf('timeZone')])];

const kinds = [
  { value: 'weekly', label: 'Every week' },
  { value: 'daily', label: 'Every day' },
  { value: 'hours', label: 'Interval in hours' },
  { value: 'manual', label: 'Only when I say so' },
] as const;

/** Fields for the schedule of rounds. */
export function CadenceFields({ cadence, onChange }: { cadence: Cadence; onChange(cadence: Cadence): void }) {
  const { kind, weekday, hours, at, timeZone } = cadence;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <Choice
        label="Rounds"
        value={kind}
        onChange={(next) =>
          onChange({
            ...cadence,
            kind: next,
            weekday: next === 'weekly' ? (weekday ?? 'monday') : null,
            hours: next === 'hours' ? (hours ?? 12) : null,
          })
        }
        options={kinds}
      />
      {kind === 'weekly' && (
        <Choice
          label="On"
          value={weekday ?? 'monday'}
          onChange={(next) => onChange({ ...cadence, weekday: next })}
          options={weekdays.map((day) => ({ value: day, label: weekdayWord(day, 'long') }))}
        />
      )}
      {kind === 'hours' && (
        <Field
          label="Hours"
          type="number"
          min={1}
          max={168}
          required
          value={hours ?? 12}
          onChange={(event) => onChange({ ...cadence, hours: Math.max(1, Number(event.target.value)) })}
          className="h-8 w-24 py-0 text-small"
        />
      )}
      {kind !== 'manual' && (
        <>
          <Field
            label={kind === 'hours' ? 'Counted from' : 'At'}
            type="time"
            required
            value={at ?? '06:00'}
            onChange={(event) => event.target.value !== '' && onChange({ ...cadence, at: event.target.value })}
            className="h-8 w-32 py-0 text-small"
          />
          <Choice
            label="Time zone"
            value={timeZone ?? 'UTC'}
            onChange={(next) => onChange({ ...cadence, timeZone: next })}
            options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          />
        </>
      )}
    </div>
  );
}
