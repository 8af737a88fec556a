import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

export function CopyButton({
  text,
  label = 'Copy',
  kind = 'plain',
}: {
  text: string;
  label?: string;
  kind?: 'plain' | 'primary' | 'quiet';
}) {
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <Button small kind={kind} onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{copied === null ? label : copied ? 'Copied' : 'Select it and copy by hand'}</span>
    </Button>
  );
}
