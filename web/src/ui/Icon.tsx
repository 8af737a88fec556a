import type { ReactNode } from 'react';

const shapes = {
  overview: <path d="M2 8h3.6M10.4 8H14M2 6v4M14 6v4M8 5.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8" />,
  questions: <path d="M2.5 3.5h11v7.5H8l-3 2.5v-2.5H2.5zM5.5 6.2h5M5.5 8.4h3" />,
  answers: <path d="M2.5 4h8M2.500 8h11M2.500 12h6" />,
  engines: <path d="M3 13V6.500M8 13V3M13 13V8.500M1.500 13h13" />,
  sources: <path d="M3 3h3v3H3zM10 3h3v3h-3zM3 10h3v3H3zM10 10h3v3h-3zM6 4.500h4M4.5 6v4" />,
  facts: <path d="M3.500 2.500h9v11h-9zM5.500 5.500h5M5.500 8h5M5.500 10.500l1 1 2-2" />,
  rivals: <path d="M3 2.500v11M3 4.500h9.500v2.500H3M3 9.500h6v2.500H3" />,
  website: <path d="M2.5 3h11v10h-11zM2.5 6h11M5 8.700l1.2 1.200L8.7 7.8" />,
  crawlers: (
    <path d="M5 6.500h6v5H5zM8 6.500V4M8 3.500h.01M2.500 8v2.500M13.500 8v2.500M6.800 8.800h.01M9.200 8.800h.01" />
  ),
  reported: <path d="M3 2.500h7l3 3v8H3zM9.500 2.500v3.500H13M5.500 11V9M8 11V7.500M10.500 11V8.500" />,
  seo: <path d="M3 13V9.500M6.5 13V6M10 13V8M13.5 13V3" />,
  spending: (
    <path d="M8 2.500a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M10 6.300q-.5-.9-2-.9q-1.800 0-1.800 1.300T8 8t1.800 1.300T8 10.600q-1.500 0-2-.9M8 4.500v7" />
  ),
  settings: (
    <path d="M2.5 4.500h6M11.5 4.500h2M2.5 11.500h2M7.5 11.500h6M8.5 4.500a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M4.5 11.500a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0" />
  ),
  plans: <path d="M2.5 3.500h11v10h-11zM2.5 6.500h11M5.5 2v3M10.5 2v3M8 8.500v2h1.5" />,
  activity: <path d="M1.500 8h3L6.500 3.500 9.500 12.500 11.500 8h3" />,
  code: <path d="M5.5 5L2.5 8l3 3M10.5 5l3 3-3 3" />,
  close: <path d="M4 4l8 8M12 4l-8 8" />,
  copy: <path d="M5.5 5.500h7.500v7.500H5.500zM3 10.500V3h7.5" />,
  down: <path d="M8 3v7.500M4.8 7.500L8 10.700l3.2-3.200M3 13h10" />,
  done: <path d="M3 8.500l3.200 3.200L13 4.800" />,
  chevron: <path d="M6 3.500L10.5 8 6 12.5" />,
  out: <path d="M9 3h4v4M13 3L7.5 8.500M11 9.500V13H3V5h3.5" />,
  sort: <path d="M5 6l3-3 3 3M5 10l3 3 3-3" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.5" />,
  account: <path d="M8 2.500a2.700 2.700 0 1 0 0 5.400a2.700 2.700 0 1 0 0-5.400M3 13.500q.6-3.500 5-3.500t5 3.500" />,
  inbox: <path d="M2.500 9l2-6h7l2 6v4.500h-11zM2.500 9h3.200l1 1.800h2.600l1-1.800h3.200" />,
  search: <path d="M7 2.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9M10.300 10.300L13.500 13.500" />,
  plus: <path d="M8 3v10M3 8h10" />,
  theme: <path d="M8 2.500a5.5 5.5 0 1 0 0 11zM8 2.500a5.5 5.5 0 0 1 0 11" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** Decoration next to text; a control with only an icon has its own label. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[name]}
    </svg>
  );
}
