import type { FastifyInstance } from 'fastify';
import { type AppError, invalidField } from '../domain/errors.ts';
import { repeatedName } from '../domain/text/repeatedName.ts';
import { isDeeperThan, maxLevels } from '../domain/text/textRule.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    rawBody?: boolean;
  }
}

/**
 * Parses only unambiguous JSON: UTF-8, unique names, and a nesting depth that later code can handle. An empty body
 * counts as absent, `null` does not. Signature checks receive the original text.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Bytes are passed on unchanged; only operations that accept them allow this type.
  app.addContentTypeParser('application/octet-stream', (_request, payload, parsed) => parsed(null, payload));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, next) => {
    const bytes = Buffer.from(body);
    if (request.routeOptions.config.rawBody === true) return next(null, bytes.toString('utf8'));
    const read = readJson(bytes);
    if ('refusal' in read) return next(read.refusal);
    next(null, read.value);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readJson(bytes: Uint8Array): { value: unknown } | { refusal: AppError } {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { refusal: invalidField('body', 'is not UTF-8') };
  }
  if (text.trim() === '') return { value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: invalidField('body', 'is not valid JSON') };
  }
  if (value === null) return { refusal: invalidField('body', 'must be an object, not null') };
  if (isDeeperThan(value, maxLevels)) {
    return { refusal: invalidField('body', `must not be nested more than ${maxLevels} levels deep`) };
  }
  const twice = repeatedName(text);
  return twice === null ? { value } : { refusal: invalidField(twice, 'is given more than once') };
}
