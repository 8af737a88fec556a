import type { ProviderKeys } from '../../ports/providerKeys.ts';
import type { World } from '../world.ts';

/** The keys that this deployment could have, set or not. */
export function listProviderKeys(world: Pick<World, 'providerKeys'>): readonly ProviderKeys[] {
  return world.providerKeys;
}
