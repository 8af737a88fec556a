/** A text of others in a list: three lines of it at most, all of it on paper and on hover. */
export function Clamped({ text }: { text: string }) {
  return (
    <bdi className="clamped" title={text.length > 90 ? text : undefined}>
      {text}
    </bdi>
  );
}
