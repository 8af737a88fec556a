/** Shows why a run ended or waits, saved as `code: sentence`: the sentence for people, the code on hover. */
export function Reason({ text }: { text: string }) {
  const [, code, sentence] = /^([a-z_]+): (.*)$/s.exec(text) ?? [];
  if (code === undefined) return text;
  return <span title={code}>{sentence}</span>;
}
