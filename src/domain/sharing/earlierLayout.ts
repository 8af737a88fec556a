/** Layouts that show the difference of the latest answers before a verdict about all answers. */
const earlier = ['page-1', 'page-2'];
const heading = '<h2>Against the period before</h2>';
const difference = /^<p>[+-]?\d[\d.]* points over /;

const notice =
  '<p class="notice">Frozen by an earlier version of Sightline: the verdict below is about all answers, the number before it about the latest answers only, so the two may contradict each other. Freeze the report again to see the difference that the verdict is about.</p>';

/** Returns a frozen page for display: unchanged, except for a notice if its layout may contradict itself. */
export function openedPage(html: string): string {
  if (!earlier.some((layout) => html.slice(0, 1_000).includes(`content="Sightline ${layout}"`))) return html;
  const at = html.indexOf(heading) + heading.length;
  return at >= heading.length && difference.test(html.slice(at, at + 100))
    ? `${html.slice(0, at)}${notice}${html.slice(at)}`
    : html;
}
