/** Shows a question's tags, and whether it names the website. */
export function Marks({ tags, branded }: { tags: readonly string[]; branded: boolean }) {
  if (tags.length === 0 && !branded) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-1 text-small text-soft">
      {branded && (
        <span title="It names your website, so reports exclude it by default." className="italic">
          branded
        </span>
      )}
      {tags.map((tag) => (
        <bdi key={tag} className="rounded-small border border-line px-1.5">
          {tag}
        </bdi>
      ))}
    </span>
  );
}
