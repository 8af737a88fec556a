import { Info } from '../ui/Info.tsx';

/** Marks every page, also in print, while no provider key is set: answers are invented and nothing is bought. */
export function SimulatedChip() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-full border border-caution/50 bg-caution-wash px-2 py-0.5 font-medium text-caution text-small">
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3">
        <path d="M8 2.500l5.5 5.500-5.5 5.500L2.500 8z" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      Simulated
      <Info of="simulated" label="simulated answers" />
    </span>
  );
}
