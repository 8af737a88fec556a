/**
 * Computes the natural logarithm of the gamma function for x > 0 (C. Lanczos 1964, g = 7, nine terms); relative error
 * below 1e-13.
 */
export function logGamma(x: number): number {
  const terms = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const base = x + 6.5;
  const sum = terms.reduce((total, term, index) => total + (index === 0 ? term : term / (x - 1 + index)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/** Computes the regularised incomplete beta function, by the continued fraction of W. J. Lentz (1976). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let numerator = 1;
  let denominator = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = denominator;
  for (let m = 1; m <= 300; m += 1) {
    for (const factor of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      denominator = 1 / away(1 + factor * denominator);
      numerator = away(1 + factor / numerator);
      fraction *= denominator * numerator;
    }
    if (Math.abs(denominator * numerator - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** Returns the two-sided p of Student's t with `df` degrees of freedom (may be fractional). */
export function studentTwoSided(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** Returns the t that |T| exceeds with probability `level`, by bisection. */
export function studentCritical(level: number, df: number): number {
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, df) > level) high *= 2;
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    if (studentTwoSided(middle, df) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
