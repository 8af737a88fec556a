import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PurchaseSearch } from './spendingSearch.ts';

/** A spending figure that links to its runs. @param told text for screen readers */
export function PurchasesLink({
  search,
  told,
  children,
}: {
  search: PurchaseSearch;
  told: string;
  children: ReactNode;
}) {
  return (
    <Link to="/spending/runs" search={search} className="hover:underline" title={`Its runs: ${told}`}>
      {children}
      <span className="sr-only">, {told}</span>
    </Link>
  );
}
