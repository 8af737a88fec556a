/** Points of the drawn trend: share in percent and half its interval. */
const points = [
  [24, 11],
  [27, 11],
  [22, 10],
  [30, 11],
  [26, 10],
  [46, 11],
  [51, 10],
  [49, 11],
  [55, 10],
  [52, 10],
] as const;
const x = (index: number) => 40 + index * 34;
const y = (share: number) => 250 - 1.5 * share;

/** Shows a still image of a report with invented numbers, with a sentence that says what Sightline does if captioned. */
export function ReportPicture({ isCaptioned = true }: { isCaptioned?: boolean }) {
  const line = points.map(([share], index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(share)}`).join('');
  return (
    <figure className="grid content-center gap-5">
      <svg
        viewBox="0 0 380 330"
        role="img"
        aria-label="A report: visibility 52 percent, and its trend"
        className="w-full rounded-box border border-line bg-raised"
      >
        <g fill="var(--soft)" fontSize="11">
          <text x="20" y="28">
            Visibility
          </text>
          <text x="180" y="28">
            Share of voice
          </text>
          <text x="300" y="28">
            Position
          </text>
          <text x="20" y="82">
            39–65 · 28/54
          </text>
          <text x="180" y="82">
            7–12 · #5
          </text>
          <text x="300" y="82">
            1–7
          </text>
        </g>
        <g fill="var(--ink)" fontSize="28" fontWeight="600">
          <text x="20" y="62">
            52 %
          </text>
          <text x="180" y="62">
            9 %
          </text>
          <text x="300" y="62">
            2.8
          </text>
        </g>
        {[0, 50, 100].map((share) => (
          <line key={share} x1="20" x2="360" y1={y(share)} y2={y(share)} stroke="var(--line)" />
        ))}
        <line x1={x(4.5)} x2={x(4.5)} y1="100" y2="250" stroke="var(--edge)" />
        <text x={x(4.5) + 6} y="112" fontSize="11" fill="var(--ink)">
          new pricing page ▲ +24
        </text>
        {points.map(([share, half], index) => (
          <line
            key={x(index)}
            x1={x(index)}
            x2={x(index)}
            y1={y(share - half)}
            y2={y(share + half)}
            stroke="var(--accent)"
            strokeOpacity="0.35"
            strokeWidth="4"
            strokeLinecap="round"
          />
        ))}
        <path d={line} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
        {points.map(([share], index) => (
          <circle key={x(index)} cx={x(index)} cy={y(share)} r="4" fill="var(--accent)" />
        ))}
        <g fontSize="11">
          <rect x="20" y="272" width="240" height="12" rx="2" fill="var(--other)" />
          <text x="270" y="282" fill="var(--soft)">
            a rival 36
          </text>
          <rect x="20" y="294" width="187" height="12" rx="2" fill="var(--accent)" />
          <text x="270" y="304" fill="var(--ink)">
            you 28
          </text>
        </g>
      </svg>
      {isCaptioned && (
        <figcaption className="text-title font-semibold">
          Ask AI engines what your customers ask. See who they recommend, how sure that is, and what to do.
        </figcaption>
      )}
      <p className="text-small text-soft">Invented numbers.</p>
    </figure>
  );
}
