/**
 * Loaded before a program: shifts its dates by the milliseconds in the file at MOVED_DATE, which is read on each use.
 */
import { readFileSync } from 'node:fs';

const file = process.env.MOVED_DATE ?? '';
const RealDate = Date;
const now = (): number => RealDate.now() + Number(readFileSync(file, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
