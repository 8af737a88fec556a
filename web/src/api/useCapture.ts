import { useMutation } from '@tanstack/react-query';
import { call } from './http.ts';
import { queryClient } from './queries.ts';

/** Requests a new capture of a website: free, about 80 requests to it. */
export const startCapture = (websiteId: string) =>
  call(
    'ensureObservation',
    { kind: 'website', websiteId, maxAgeSeconds: 0 },
    { idempotencyKey: crypto.randomUUID(), timeoutMs: 60_000 },
  );

export const useCapture = (websiteId: string) =>
  useMutation({
    mutationFn: () => startCapture(websiteId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
