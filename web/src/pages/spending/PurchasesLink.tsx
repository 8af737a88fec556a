import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PurchaseSearch } from './spendingSearch.ts';

/** A spending figure that links to its runs. @param label text for screen readers */
export function PurchasesLink({
  search,
  label,
  children,
}: {
  search: PurchaseSearch;
  label: string;
  children: ReactNode;
}) {
  return (
    <Link to="/spending/runs" search={search} className="hover:underline" title={`Its runs: ${label}`}>
      {children}
      <span className="sr-only">, {label}</span>
    </Link>
  );
}
