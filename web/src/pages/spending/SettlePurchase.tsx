import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/http.ts';
import { queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Failure } from '../../ui/Notice.tsx';

/** Settles a purchase whose cost is unknown, with the evidence of a member. */
export function SettlePurchase({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button forMembers small className="mt-2" onClick={() => setOpen(true)}>
        Settle
      </Button>
      {isOpen && <SettleDialog id={id} close={() => setOpen(false)} />}
    </>
  );
}

function SettleDialog({ id, close }: { id: string; close(): void }) {
  const [amount, setAmount] = useState('');
  const [evidence, setEvidence] = useState('');
  const settle = useMutation({
    mutationFn: async () => {
      const charges = [{ id, chargedUsd: Number(amount) }];
      const { items } = await call('settlePurchases', { evidence: evidence.trim(), charges });
      const outcome = items[0]?.outcome ?? 'not_found';
      if (outcome !== 'recorded') throw new Error(refusals[outcome]);
    },
    onSuccess: async () => {
      close();
      await queryClient.invalidateQueries({ queryKey: ['money'] });
    },
  });
  const isAmount = /^\d+(?:\.\d{1,6})?$/.test(amount);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAmount && evidence.trim() !== '') settle.mutate();
  };
  return (
    <Dialog open title="Settle this purchase" onClose={close}>
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-soft">
          Its worst case counts until you record what the vendor charged. The entry stays in the ledger, your evidence
          in the audit log.
        </p>
        <Field
          label="Charged, in US dollars"
          hint="0 if nothing was charged"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Field
          label="Evidence"
          hint="Where the amount comes from, such as an invoice line or a usage page"
          maxLength={200}
          value={evidence}
          onChange={(event) => setEvidence(event.target.value)}
        />
        {settle.isError && <Failure error={settle.error} />}
        <Button kind="primary" submit busy={settle.isPending} disabled={!isAmount || evidence.trim() === ''}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}

const refusals = {
  not_ended: 'Its run or report is still active. Settle it after that ends.',
  not_unknown: 'Its cost is already known.',
  not_found: 'This workspace has no such purchase.',
} as const;
