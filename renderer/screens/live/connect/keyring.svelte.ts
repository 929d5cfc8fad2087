import { isDesktop, runCommand } from '../../../lib/api/api.ts';
import { useResource } from '../../../lib/resource.svelte.ts';

/** Whether this computer has no keychain: a password is then kept until the program ends. Call it in a component. */
export function useKeyring(): { readonly isMissing: boolean } {
  // Without a window, a file of this user holds the key.
  const about = useResource(() => (isDesktop() ? runCommand('about') : Promise.resolve(undefined)), { kinds: [] });
  return {
    get isMissing() {
      return about.value?.hasKeyring === false;
    },
  };
}
