import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { fetchPage } from './fetchPage.ts';
import { lastReport } from './lastReport.ts';
import { otherPlaces, sitePlaces } from './places.ts';
import { readReportSearch } from './reportSearch.ts';

/** Event that opens the command palette from anywhere in the frame. */
export const paletteEvent = 'sightline-palette';

// A separate chunk, because the first screen does not need it.
const Palette = lazy(() => fetchPage(async () => ({ default: (await import('../palette/Palette.tsx')).Palette })));

const chordMs = 1_200;

/** Returns true if typing enters text, or if a dialog is open: a key must then not leave the page. */
function isWriting(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-6 rounded-small border border-edge bg-sunken px-1.5 text-center font-mono text-small">
      {children}
    </kbd>
  );
}

/** Handles keys: `g` and a letter open a page, `/` searches, Ctrl K opens the command palette, `?` lists the keys. */
export function Keyboard({ siteId }: { siteId: string | null }) {
  const navigate = useNavigate();
  const isOfSite = useParams({ strict: false }).siteId !== undefined;
  const [isOpen, setOpen] = useState(false);
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused');
  useEffect(() => {
    let begun = 0;
    const go = (key: string): boolean => {
      const ofSite = sitePlaces.find((place) => place.key === key);
      if (ofSite !== undefined && siteId !== null)
        void navigate({ to: ofSite.to, params: { siteId }, search: isOfSite ? readReportSearch : lastReport(siteId) });
      const other = otherPlaces.find((place) => place.key === key);
      if (other !== undefined) void navigate({ to: other.to });
      return ofSite !== undefined || other !== undefined;
    };
    const openPalette = () => setPalette('open');
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k' && document.querySelector('dialog[open]') === null) {
        event.preventDefault();
        openPalette();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const isChord = event.timeStamp - begun < chordMs;
      begun = 0;
      if (isChord && go(event.key)) event.preventDefault();
      else if (event.key === 'g') begun = event.timeStamp;
      else if (event.key === '?') setOpen(true);
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-search]');
        if (search !== null) {
          event.preventDefault();
          search.focus();
        }
      }
    };
    document.addEventListener('keydown', press);
    document.addEventListener(paletteEvent, openPalette);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener(paletteEvent, openPalette);
    };
  }, [navigate, siteId, isOfSite]);
  return (
    <>
      {palette !== 'unused' && (
        <Suspense>
          <Palette open={palette === 'open'} siteId={siteId} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {[...sitePlaces, ...otherPlaces].map((place) => (
            <div key={place.key} className="contents">
              <dt>
                <Key>g</Key> <Key>{place.key}</Key>
              </dt>
              <dd>{place.name}</dd>
            </div>
          ))}
          <dt>
            <Key>/</Key>
          </dt>
          <dd>Search the list of this page</dd>
          <dt>
            <Key>Ctrl</Key> <Key>K</Key>
          </dt>
          <dd>Go to a page, a question or a saved view</dd>
          <dt>
            <Key>j</Key> <Key>k</Key>
          </dt>
          <dd>Next and previous answer of a list</dd>
          <dt>
            <Key>?</Key>
          </dt>
          <dd>These keys</dd>
          <dt>
            <Key>Esc</Key>
          </dt>
          <dd>Close a dialog</dd>
        </dl>
      </Dialog>
    </>
  );
}
