/** Finds where `f` changes its sign between two points, by bisection down to floating-point precision. */
export function crossing(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  const sign = Math.sign(f(a));
  for (let step = 0; step < 2000; step += 1) {
    const middle = (a + b) / 2;
    if (middle === a || middle === b) break;
    if (Math.sign(f(middle)) === sign) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}
