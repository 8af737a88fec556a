import { z } from 'zod';

export const instant = z.iso
  .datetime({ error: 'must be a time such as 2026-12-01T09:30:00Z' })
  .meta({ description: 'ISO 8601 time in UTC.' });
