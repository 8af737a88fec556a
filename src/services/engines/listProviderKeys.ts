import type { ProviderKeys } from '../../ports/providerKeys.ts';
import type { AppContext } from '../appContext.ts';

/** Lists the keys that this deployment could have, set or not. */
export function listProviderKeys(app: Pick<AppContext, 'providerKeys'>): readonly ProviderKeys[] {
  return app.providerKeys;
}
