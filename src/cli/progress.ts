import { redrawSequence } from './output.ts';
import { safe } from './safe.ts';

export type Progress = { note(text: string): void; done(text: string): void; finish(): void };

type Stream = { isTTY?: boolean; columns?: number; write(text: string): unknown };

const barWidth = 24;

/** Creates a progress bar on a terminal, and one plain line per event elsewhere. */
export function createProgress(stream: Stream, total: number): Progress {
  let ended = 0;
  if (stream.isTTY !== true) {
    return {
      note: (text) => void stream.write(`${safe(text)}\n`),
      done(text) {
        ended += 1;
        stream.write(`[${ended}/${total}] ${safe(text)}\n`);
      },
      finish: () => {},
    };
  }
  const draw = (text: string): void => {
    const filled = Math.round((barWidth * ended) / Math.max(1, total));
    const line = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${ended}/${total} ${safe(text)}`;
    stream.write(redrawSequence(line.slice(0, (stream.columns ?? 80) - 1)));
  };
  draw('');
  return {
    note: draw,
    done(text) {
      ended += 1;
      draw(text);
    },
    finish: () => void stream.write('\n'),
  };
}
