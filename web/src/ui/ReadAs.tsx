type Props = { text: string; children: string };

/** Shows short notation, such as `28/54`, with its text for screen readers: “28 of 54 answers”. */
export function ReadAs({ text, children }: Props) {
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{text}</span>
    </>
  );
}
