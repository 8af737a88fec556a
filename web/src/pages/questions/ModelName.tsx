/** Which model answered, under what it said: only where several of one engine stand in a column. */
export function ModelName({ name }: { name: string }) {
  return (
    <bdi className="block max-w-28 truncate text-small text-soft" title={`Answered by ${name}`}>
      {name}
    </bdi>
  );
}
