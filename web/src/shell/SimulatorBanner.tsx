/** Stands above everything while no provider key is set: what is shown was invented, and nothing was bought. */
export function SimulatorBanner() {
  return (
    <aside aria-label="Simulated answers" className="border-caution/50 border-b bg-caution-wash px-4 py-2 text-small">
      <p className="mx-auto flex max-w-[1200px] flex-wrap items-baseline gap-x-2">
        <strong className="text-caution uppercase tracking-wide">Simulated answers</strong>
        <span>
          Names and texts are invented by the bundled simulator. Nothing here is a measurement, and nothing is bought.
          <span className="max-sm:hidden">
            {' '}
            Set <code className="font-mono">OPENAI_API_KEY</code> to ask a real engine.
          </span>
        </span>
      </p>
    </aside>
  );
}
