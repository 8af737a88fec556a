export type Point = { seconds: number; value: number };

/**
 * Growth of a figure: the slope of a straight line through it, per hour, with its 95 % interval; NaN for too few
 * points.
 */
export type Trend = { perHour: number; lower: number; upper: number; level: number };

const blocks = 10;
/** Student's t for 95 % and `blocks - 2` degrees of freedom. */
const t95 = 2.306;

/**
 * Fits least squares over the means of ten equal blocks. Single samples depend on earlier ones (a garbage collection
 * shows for minutes), which would make the interval too narrow; means of blocks hardly do.
 */
export function trendOf(points: readonly Point[]): Trend {
  if (points.length < 2 * blocks)
    return { perHour: Number.NaN, lower: Number.NaN, upper: Number.NaN, level: Number.NaN };
  const means = Array.from({ length: blocks }, (_, block) => {
    const [from, until] = [block, block + 1].map((at) => Math.round((at * points.length) / blocks));
    return meanPoint(points.slice(from, until));
  });
  const middle = meanPoint(means);
  const spread = sum(means.map(({ seconds }) => (seconds - middle.seconds) ** 2));
  const slope = sum(means.map((mean) => (mean.seconds - middle.seconds) * (mean.value - middle.value))) / spread;
  const leftOver = means.map((mean) => mean.value - middle.value - slope * (mean.seconds - middle.seconds));
  const error = Math.sqrt(sum(leftOver.map((value) => value ** 2)) / (blocks - 2) / spread);
  const [perHour, half] = [slope * 3_600, t95 * error * 3_600];
  return { perHour, lower: perHour - half, upper: perHour + half, level: middle.value };
}

function meanPoint(points: readonly Point[]): Point {
  const mean = (values: readonly number[]): number => sum(values) / values.length;
  return { seconds: mean(points.map(({ seconds }) => seconds)), value: mean(points.map(({ value }) => value)) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
