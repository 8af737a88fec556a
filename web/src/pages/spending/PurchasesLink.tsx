import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PurchaseSearch } from './spendingSearch.ts';

/** A number of the spending, as a door to the runs behind it. `told`: what it is a number of, for who hears it. */
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
    <Link to="/spending/runs" search={search} className="hover:underline" title={`The runs behind it: ${told}`}>
      {children}
      <span className="sr-only">, {told}</span>
    </Link>
  );
}
