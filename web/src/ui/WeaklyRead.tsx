import { formatAccuracy, isWeak, type ReadingAccuracy } from '../../../src/domain/audit/readingAccuracy.ts';
import { Info } from './Info.tsx';

/** Labels an engine or a language whose answers the rules read weakly; nothing if they read it well, or are unmeasured. */
export function WeaklyRead({ accuracy, of }: { accuracy: ReadingAccuracy | null; of: string }) {
  if (!isWeak(accuracy)) return null;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-caution">
      weakly read
      <Info of="weaklyRead" label="reading accuracy">
        <p>
          {of}: {formatAccuracy(accuracy)}.
        </p>
      </Info>
    </span>
  );
}
