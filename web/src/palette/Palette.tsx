import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/http.ts';
import { queryClient, questionsQuery, savedViewsQuery, sitesQuery } from '../api/queries.ts';
import { lastReport } from '../shell/lastReport.ts';
import { rememberSite } from '../shell/lastSite.ts';
import { otherPlaces, sitePlaces } from '../shell/places.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { useIsViewer } from '../ui/ForMembers.tsx';
import { Failure } from '../ui/Notice.tsx';
import { OptionList, type SwitcherOption } from '../ui/OptionList.tsx';

type Props = { open: boolean; siteId: string | null; onClose(): void };

const saveAct = 'act save';
const viewsAct = 'act views';

/** Command palette: pages, saved views, websites and questions by name, and a command to save the current page. */
export function Palette({ open, siteId, onClose }: Props) {
  const [part, setPart] = useState<'list' | 'save' | 'views'>('list');
  const close = () => {
    setPart('list');
    onClose();
  };
  const titles = { list: 'Go to', save: 'Save this view', views: 'Saved views' };
  return (
    <Dialog open={open} title={titles[part]} onClose={close}>
      {part === 'list' ? (
        <Places siteId={siteId} close={close} setPart={setPart} />
      ) : part === 'save' ? (
        <SaveView onSaved={() => setPart('views')} />
      ) : (
        <SavedViews close={close} />
      )}
    </Dialog>
  );
}

type PlacesProps = { siteId: string | null; close(): void; setPart(part: 'save' | 'views'): void };

function Places({ siteId, close, setPart }: PlacesProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const isViewer = useIsViewer();
  const sites = useQuery(sitesQuery).data ?? [];
  const views = useQuery(savedViewsQuery).data ?? [];
  const questions = useQuery({ ...questionsQuery(siteId ?? ''), enabled: siteId !== null }).data ?? [];
  const options: SwitcherOption[] = [
    ...(siteId === null ? [] : sitePlaces).map(({ name, to }) => ({ id: `place ${to}`, name })),
    ...otherPlaces.map(({ name, to }) => ({ id: `place ${to}`, name })),
    ...views.map(({ name, path }) => ({ id: `view ${path}`, name, detail: 'Saved view' })),
    ...sites.map(({ id, name, domain }) => ({ id: `site ${id}`, name, detail: domain })),
    ...questions.map(({ id, query }) => ({ id: `question ${id}`, name: query, detail: 'Question' })),
  ];
  const acts: SwitcherOption[] = [
    ...(isViewer ? [] : [{ id: saveAct, name: 'Save this view' }]),
    ...(views.length === 0 ? [] : [{ id: viewsAct, name: 'Saved views' }]),
  ];
  const choose = (id: string) => {
    if (id === saveAct) return setPart('save');
    if (id === viewsAct) return setPart('views');
    close();
    const [kind, rest] = [id.slice(0, id.indexOf(' ')), id.slice(id.indexOf(' ') + 1)];
    const ofSite = sitePlaces.find(({ to }) => to === rest);
    const other = otherPlaces.find(({ to }) => to === rest);
    if (kind === 'view') router.history.push(rest);
    else if (kind === 'site') {
      rememberSite(rest);
      void navigate({ to: '/sites/$siteId', params: { siteId: rest }, search: lastReport(rest) });
    } else if (siteId !== null && kind === 'question') {
      void navigate({ to: '/sites/$siteId/questions/$questionId', params: { siteId, questionId: rest } });
    } else if (siteId !== null && ofSite !== undefined) {
      void navigate({ to: ofSite.to, params: { siteId }, search: lastReport(siteId) });
    } else if (other !== undefined) void navigate({ to: other.to });
  };
  return <OptionList label="Places" value={null} options={options} acts={acts} choose={choose} close={close} />;
}

function SaveView({ onSaved }: { onSaved(): void }) {
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => call('saveView', { name: name.trim(), path: location.pathname + location.search }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey });
      onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label="Name"
        required
        maxLength={80}
        placeholder="Questions we lose at Claude"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        hint="Keeps the page with its filters, for every member. Its numbers stay live."
      />
      {save.isError && <Failure error={save.error} />}
      <div className="flex justify-end">
        <Button submit kind="primary" busy={save.isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}

function SavedViews({ close }: { close(): void }) {
  const router = useRouter();
  const views = useQuery(savedViewsQuery).data ?? [];
  const remove = useMutation({
    mutationFn: (id: string) => call('removeSavedView', { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
  });
  if (views.length === 0) return <p className="text-soft">No saved views.</p>;
  return (
    <ul className="divide-y divide-line">
      {views.map(({ id, name, path, savedBy }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 py-1.5">
          <a
            href={path}
            title={`Saved by ${savedBy}`}
            className="min-w-32 flex-1 wrap-anywhere hover:underline"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              close();
              router.history.push(path);
            }}
          >
            <bdi>{name}</bdi>
          </a>
          <CopyButton text={location.origin + path} label="Copy the link" kind="quiet" />
          <Button
            small
            forMembers
            kind="quiet"
            busy={remove.isPending && remove.variables === id}
            onClick={() => remove.mutate(id)}
            aria-label={`Delete the view “${name}”`}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}
