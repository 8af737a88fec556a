import { useEffect } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  title: string;
  secret: string;
  /** Label of the button that copies the secret. */
  copy: string;
  /** Forgets the secret: it is kept only in the page's memory. */
  onDone(): void;
};

/** Shows a new secret, once. */
export function SecretNotice({ title, secret, copy, onDone }: Props) {
  useEffect(() => {
    // The browser may keep a page for its back button, which must not include the secret.
    window.addEventListener('pagehide', onDone);
    return () => window.removeEventListener('pagehide', onDone);
  }, [onDone]);
  return (
    <div className="mb-4">
      <Notice tone="caution" title={title}>
        <p
          data-secret
          className="my-2 select-all break-all rounded-small border border-line bg-raised p-2 font-mono text-ink text-small"
        >
          {secret}
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={secret} label={copy} kind="primary" />
          <Button small onClick={onDone}>
            Done, I saved it
          </Button>
        </div>
      </Notice>
    </div>
  );
}
