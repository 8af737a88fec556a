import { useQuery } from '@tanstack/react-query';

/** Width of the empty border around the code, in modules, which readers need. */
const border = 4;

/**
 * Draws a text as a QR code: dark on white in every theme, since many readers support nothing else. It is created here,
 * and the text, a secret, never leaves the page.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const qrCodeGenerateResult = useQuery({
    queryKey: ['qr-code', text],
    // Few users need it, so it is loaded separately.
    queryFn: async () => (await import('uqr')).encode(text, { ecc: 'M', border }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
  if (qrCodeGenerateResult === undefined) return <div className="size-44" />;
  const dark = qrCodeGenerateResult.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${qrCodeGenerateResult.size} ${qrCodeGenerateResult.size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-small border border-line [forced-color-adjust:none]"
    >
      <rect width={qrCodeGenerateResult.size} height={qrCodeGenerateResult.size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
