/** Shows the model that answered, below its answer, only if a column mixes several models of one engine. */
export function ModelName({ name }: { name: string }) {
  return (
    <bdi className="block max-w-28 truncate text-small text-soft" title={`Answered by ${name}`}>
      {name}
    </bdi>
  );
}
