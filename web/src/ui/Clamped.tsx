/** Shows third-party text in a list: at most three lines, all of it in print and on hover. */
export function Clamped({ text }: { text: string }) {
  return (
    <bdi className="clamped" title={text.length > 90 ? text : undefined}>
      {text}
    </bdi>
  );
}
