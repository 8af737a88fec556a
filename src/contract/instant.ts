import { z } from 'zod';

export const instant = z.iso.datetime().meta({ description: 'ISO 8601 time in UTC.' });
