// A local site connected to the WordPress stand-in over a connection that can fail.
import type { Dict } from '../../../../core/types.ts';
import { openFaultyProxy } from '../../../support/faulty-proxy.ts';
import { openWordPress, type WordPress } from '../../../support/wordpress/server.ts';
import type { WpOptions, WpPost } from '../../../support/wordpress/site.ts';
import { openConnected, type Connected, type ConnectOptions } from './connected.ts';

export interface Rig extends Connected {
  wp: WordPress;
  /** An item there by its title. */
  there(title: string): WpPost | undefined;
}

type RigOptions = WpOptions & Pick<ConnectOptions, 'file'> & { user?: string };

/** Opens both sides, with languages en and fr on both, connected and looked at. */
export async function openRig(options: RigOptions = { surface: 'pro' }): Promise<Rig> {
  const { user = 'admin', file, ...rest } = options;
  const wp = await openWordPress(rest);
  const line = await openFaultyProxy(wp.url);
  // It knows itself by the address it is asked under.
  wp.site.home = line.url;
  wp.site.settings['url'] = line.url;
  const connected = await openConnected({ line, user, password: wp.passwords[user] ?? '', file });
  return {
    ...connected,
    wp,
    there: (title) => [...wp.site.posts.values()].find((one) => one.title === title),
    async close() {
      await connected.close();
      await wp.close();
    },
  };
}

/** Makes or changes an item here; its number. */
export function write({ here }: Pick<Rig, 'here'>, path: string, body: Dict): number {
  const answer = here.ask('POST', path, body);
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
}

export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
