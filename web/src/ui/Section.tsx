import { Children, createContext, type ReactNode, useContext, useId, useState } from 'react';
import { inSentence } from '../format/language.ts';
import type { Notion } from '../words/notions.ts';
import { Button } from './Button.tsx';
import { Sentence, withoutMarkers } from './Foreign.tsx';
import { Icon } from './Icon.tsx';
import { Info } from './Info.tsx';
import { Popover } from './Popover.tsx';
import { useHeading } from './useHeading.ts';
import { useIsWide } from './useMedia.ts';

type Props = {
  /** Anchor for links to this part. */ id?: string;
  title: string;
  /** Explains the title. */
  info?: Notion;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** Shows a part of a page with its own heading, separated by a line and space. */
export function Section({ id: place, title, info, note, actions, children }: Props) {
  const id = useId();
  return (
    <section id={place} aria-labelledby={id} className="scroll-mt-4 border-line border-t pt-3 pb-6">
      <div className="section-head mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <div className="flex items-center gap-1.5">
            <h2 id={id} className="font-semibold">
              <Sentence text={title} />
            </h2>
            {info !== undefined && <Info of={info} label={inSentence(title)} />}
          </div>
          {note !== undefined && <p className="max-w-[84ch] text-small text-soft">{withSentences(note)}</p>}
        </div>
        {actions !== undefined && <div className="screen-only flex gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Longer titles are questions written by people, which would leave no room for the rest. */
const maxHeadCharacters = 160;

type PageHeadProps = {
  /** Label from the navigation, or the name of the current record. */
  title: string;
  /** Explanation of the page under its ⓘ. */
  info?: Notion;
  /** Summary in place of a sentence: `Listed in 28 of 54`. */
  children?: ReactNode;
  /** Link back to the list of the current record. */
  parent?: ReactNode;
  filters?: ReactNode;
  /** Further actions: in the `⋯` menu if there is little room. */
  actions?: ReactNode;
  /** Main action of the page, always visible. */
  primary?: ReactNode;
};

/**
 * Parts that every page of one website shares: its name for the tab's title, and the progress of asking below the bar.
 */
export const SiteHead = createContext<{ name: string; below: ReactNode } | null>(null);

/** Shows the bar of a page: its name, filters and actions in one row of 48 pixels. */
export function PageHead({ title, info, children, parent, filters, actions, primary }: PageHeadProps) {
  const site = useContext(SiteHead);
  const heading = useHeading(title, site?.name);
  const [isWhole, setWhole] = useState(false);
  const isLong = title.length > maxHeadCharacters;
  const isWide = useIsWide();
  const hasActions = actions !== undefined && actions !== false && actions !== null;
  return (
    <>
      <header data-bar className="@container -mx-4 md:-mx-6 mb-3 border-line border-b px-4 md:px-6">
        {/* By font size rather than pixels: large letters need a second row in a wide window too. */}
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 @min-[38rem]:flex-nowrap">
          <div
            className={`flex min-w-0 items-center gap-2 ${filters === undefined ? 'grow' : 'shrink-0 max-md:grow @max-[38rem]:max-w-full @max-[38rem]:shrink'}`}
          >
            {parent !== undefined && (
              <p className="screen-only shrink-0 text-small text-soft max-md:max-w-24 max-md:truncate">
                {parent} <span aria-hidden="true">/</span>
              </p>
            )}
            <h1
              ref={heading}
              tabIndex={-1}
              title={title.length > 40 ? withoutMarkers(title) : undefined}
              className={`font-semibold text-title ${isWhole ? 'min-w-0 wrap-anywhere' : title.length > 40 ? 'one-line min-w-0' : 'shrink-0 whitespace-nowrap @max-[38rem]:min-w-0 @max-[38rem]:shrink @max-[38rem]:whitespace-normal @max-[38rem]:wrap-anywhere'}`}
            >
              <Sentence text={title} />
            </h1>
            {info !== undefined && <Info of={info} label="this page" />}
            {isLong && (
              <Button small kind="quiet" className="screen-only shrink-0" onClick={() => setWhole(!isWhole)}>
                {isWhole ? 'Show less' : 'Show more'}
              </Button>
            )}
            {children !== undefined && (
              <div className="min-w-0 truncate text-small text-soft max-md:hidden print:block">
                {withSentences(children)}
              </div>
            )}
          </div>
          {filters !== undefined && (
            <div className="screen-only flex min-w-0 items-center gap-1.5 @max-[38rem]:flex-wrap md:flex-1">
              {filters}
            </div>
          )}
          {(actions !== undefined || primary !== undefined) && (
            <div className="page-acts screen-only ml-auto flex shrink-0 items-center gap-2 @max-[38rem]:shrink @max-[38rem]:flex-wrap">
              {isWide && actions}
              {primary}
              {!isWide && hasActions && (
                <Popover label="Actions" face={<Icon name="more" />} plain className="filter">
                  <div className="page-acts grid justify-items-stretch gap-2 p-3">{actions}</div>
                </Popover>
              )}
            </div>
          )}
        </div>
      </header>
      {site?.below}
    </>
  );
}

/** Wraps texts of ours that may contain third-party text. */
function withSentences(parts: ReactNode): ReactNode {
  return Children.map(parts, (part) => (typeof part === 'string' ? <Sentence text={part} /> : part));
}
