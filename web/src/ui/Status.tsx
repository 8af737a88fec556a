import type { ReactNode } from 'react';

type Look = { word: string; shape: ReactNode; tone: string };
const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const looks: Record<string, Look> = {
  waiting: {
    word: 'Queued',
    tone: 'text-soft',
    shape: <circle cx="8" cy="8" r="5.5" {...stroke} strokeDasharray="2 2.5" />,
  },
  starting: { word: 'Starting', tone: 'text-accent', shape: <circle cx="8" cy="8" r="5.5" {...stroke} /> },
  queued: { word: 'Queued', tone: 'text-accent', shape: <circle cx="8" cy="8" r="5.5" {...stroke} /> },
  running: {
    word: 'Running',
    tone: 'text-accent',
    shape: <path d="M8 2.5a5.5 5.5 0 1 1-5.5 5.5" {...stroke} className="origin-center animate-spin" />,
  },
  completed: { word: 'Answered', tone: 'text-ink', shape: <path d="M3.5 8.500l3 3 6-7" {...stroke} /> },
  failed: { word: 'Failed', tone: 'text-danger', shape: <path d="M4.5 4.500l7 7M11.5 4.500l-7 7" {...stroke} /> },
  refused: { word: 'Not started', tone: 'text-danger', shape: <path d="M4.5 4.500l7 7M11.5 4.500l-7 7" {...stroke} /> },
  cancelled: { word: 'Cancelled', tone: 'text-soft', shape: <path d="M4 8h8" {...stroke} /> },
  requires_action: {
    word: 'Needs attention',
    tone: 'text-caution',
    shape: <path d="M8 3.500v5.500M8 12v.2" {...stroke} />,
  },
  listed: { word: 'Listed', tone: 'text-ink', shape: <circle cx="8" cy="8" r="4.5" fill="var(--accent)" /> },
  not_listed: { word: 'Not listed', tone: 'text-soft', shape: <circle cx="8" cy="8" r="4.5" {...stroke} /> },
  no_answer: { word: 'No answer shown', tone: 'text-soft', shape: <path d="M4 8h8" {...stroke} /> },
  live: { word: 'Live', tone: 'text-ink', shape: <circle cx="8" cy="8" r="4.5" fill="currentColor" /> },
  simulated: {
    word: 'Simulated',
    tone: 'text-caution',
    shape: <path d="M8 2.500l5.5 5.500-5.5 5.500L2.500 8z" {...stroke} />,
  },
  off: { word: 'Off', tone: 'text-soft', shape: <circle cx="8" cy="8" r="4.5" {...stroke} /> },
  reached: { word: 'Connection works', tone: 'text-ink', shape: <path d="M3.5 8.500l3 3 6-7" {...stroke} /> },
  unreached: {
    word: 'Does not work',
    tone: 'text-danger',
    shape: <path d="M4.5 4.500l7 7M11.5 4.500l-7 7" {...stroke} />,
  },
  key_set: { word: 'Set', tone: 'text-ink', shape: <path d="M3.5 8.500l3 3 6-7" {...stroke} /> },
  key_missing: { word: 'Not set', tone: 'text-soft', shape: <circle cx="8" cy="8" r="4.5" {...stroke} /> },
  unknown: {
    word: 'Cannot tell',
    tone: 'text-soft',
    shape: <circle cx="8" cy="8" r="4.5" {...stroke} strokeDasharray="2 2" />,
  },
};

/** Shows a status, always as a shape and a word. */
export function Status({ of, word }: { of: string; word?: string }) {
  const look = looks[of] ?? { word: of, tone: 'text-soft', shape: <circle cx="8" cy="8" r="2" fill="currentColor" /> };
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap align-middle ${look.tone}`}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0">
        {look.shape}
      </svg>
      {word ?? look.word}
    </span>
  );
}
