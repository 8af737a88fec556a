type Props = { text: string; children: string };

/** Short notation for the eye, such as `28/54`, and its words for who listens: “28 of 54 answers”. */
export function ReadAs({ text, children }: Props) {
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{text}</span>
    </>
  );
}
