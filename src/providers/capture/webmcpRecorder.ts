/**
 * Script that runs in every page before the page's own scripts. It records what the page registers for agents, and
 * provides the interface if the browser has none: a page that checks for it would otherwise register nothing.
 */
export const webmcpRecorder = `(() => {
  const tools = [];
  const keep = (tool) => {
    if (tools.length < 100 && tool !== null && typeof tool === 'object') tools.push({ name: tool.name, schema: tool.inputSchema });
  };
  Object.defineProperty(globalThis, Symbol.for('sightline.webmcp'), { value: () => tools });
  const there = navigator.modelContext;
  const own = {
    registerTool(tool) { keep(tool); return there?.registerTool?.(tool) ?? { unregister() {} }; },
    unregisterTool(name) { return there?.unregisterTool?.(name); },
    provideContext(context) { for (const tool of context?.tools ?? []) keep(tool); return there?.provideContext?.(context); },
    clearContext() { return there?.clearContext?.(); },
  };
  Object.defineProperty(navigator, 'modelContext', { value: own, configurable: true });
})();`;

/** Returns the recorded tools: registered ones, then forms that declare themselves a tool. */
export const webmcpReading = `(() => {
  const isSchema = (schema) => {
    if (schema === undefined) return true;
    if (schema === null || typeof schema !== 'object' || Array.isArray(schema) || schema.type !== 'object') return false;
    const properties = schema.properties ?? {};
    return typeof properties === 'object' && !Array.isArray(properties);
  };
  const registered = globalThis[Symbol.for('sightline.webmcp')]?.() ?? [];
  const forms = [...document.querySelectorAll('form[toolname]')].slice(0, 100);
  return [
    ...registered.map((tool) => ({ name: String(tool.name ?? ''), hasValidSchema: isSchema(tool.schema) })),
    ...forms.map((form) => ({ name: form.getAttribute('toolname') ?? '', hasValidSchema: form.elements.length > 0 })),
  ];
})()`;
