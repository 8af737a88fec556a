import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { type SiteNote, siteNotesQuery } from '../../api/visibilityQueries.ts';
import { today } from '../../format/days.ts';
import { day } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Field } from '../../ui/Field.tsx';
import { ForMembers } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';

/** Lists the owner's notes by date, next to the points, so that a change can be traced to a rewrite. */
export function SiteNotes({ siteId, notes }: { siteId: string; notes: readonly SiteNote[] }) {
  const [date, setDate] = useState(today());
  const [text, setText] = useState('');
  const changed = () => queryClient.invalidateQueries({ queryKey: siteNotesQuery(siteId).queryKey });
  const add = useMutation({
    mutationFn: () => call('addSiteNote', { id: siteId, date, text: text.trim() }),
    onSuccess: () => {
      setText('');
      return changed();
    },
  });
  const remove = useMutation({
    mutationFn: (noteId: string) => call('removeSiteNote', { id: siteId, noteId }),
    onSuccess: changed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Disclosure
      summary={notes.length === 0 ? 'Add a note' : `Your notes (${notes.length})`}
      className={`${notes.length === 0 ? 'screen-only' : ''}`}
    >
      <ul className="mb-3 divide-y divide-line">
        {notes.map(({ id, date: of, text: statement, saidBy }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-1.5 text-small">
            <span className="w-28 text-soft">{day(of)}</span>
            <bdi className="wrap-anywhere min-w-0 flex-1" title={`Written by ${saidBy}`}>
              {statement}
            </bdi>
            <Button
              forMembers
              small
              kind="quiet"
              busy={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
              aria-label={`Remove the note “${statement}”`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {add.isError && <Failure error={add.error} />}
      {remove.isError && <Failure error={remove.error} />}
      <ForMembers>
        <form onSubmit={submit} className="screen-only flex flex-wrap items-end gap-3">
          <Field
            label="Day (UTC)"
            type="date"
            required
            value={date}
            onChange={(event) => setDate(event.target.value)}
            className="h-8 w-auto py-0 text-small"
          />
          <div className="min-w-40 max-w-96 flex-1">
            <Field
              label="Event"
              required
              maxLength={200}
              placeholder="Rewrote the pricing page"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="h-8 py-0 text-small"
            />
          </div>
          <Button submit forMembers small busy={add.isPending}>
            Add the note
          </Button>
        </form>
      </ForMembers>
    </Disclosure>
  );
}
