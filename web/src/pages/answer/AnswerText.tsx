import { useMemo, useState } from 'react';
import type { KeywordResult } from '../../../../src/contract/wireTypes.ts';
import { Button } from '../../ui/Button.tsx';
import { Cited } from './Cited.tsx';
import { listPieces, listSpans } from './citationSpans.ts';
import { MarkedText } from './MarkedText.tsx';

/** Maximum length of a text that is formatted; longer ones are shown as they are. */
const maxMarked = 60_000;

/**
 * Shows the saved text with its headings, lists, tables and code. Nothing in it becomes a link, an image or other
 * markup; citations are marked in place.
 */
export function AnswerText({ result }: { result: KeywordResult }) {
  const { text, citations } = result;
  const [isExact, setExact] = useState(text.length > maxMarked);
  const spans = useMemo(() => listSpans(text, citations), [text, citations]);
  return (
    <>
      <div
        data-datum
        className={`measure break-words rounded-box border border-line bg-raised px-5 py-4 ${isExact ? 'whitespace-pre-wrap' : ''}`}
      >
        <bdi className={isExact ? '' : 'block'}>
          {isExact ? (
            listPieces(text, spans).map(({ start, text: words, cited }) =>
              cited === null ? words : <Cited key={start} span={cited} words={words} isEnd />,
            )
          ) : (
            <MarkedText text={text} spans={spans} />
          )}
        </bdi>
      </div>
      <Button
        small
        kind="quiet"
        className="screen-only mt-2 -ml-2.5"
        aria-pressed={isExact}
        onClick={() => setExact(!isExact)}
      >
        {isExact ? 'Show formatted' : 'Show original text'}
      </Button>
    </>
  );
}
