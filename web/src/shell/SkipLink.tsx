/** First element in tab order, which skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-raised focus:px-3 focus:py-2"
    >
      Skip to the page
    </a>
  );
}
