import * as v from 'valibot';
import { POST_ROWS, type SyncedField } from '../content/fields/posts.ts';
import { isDomainAddress } from '../languages/domain-address.ts';

/** A language code as used in addresses and maps (`interface.md` 3.1). */
export const SLUG_PATTERN = /^[a-z][a-z0-9_-]*$/;

/** What can be synchronised between translations (`content.md` 6). */
export const SYNC_ITEMS: readonly SyncItem[] = [
  'taxonomies',
  'post_meta',
  ...POST_ROWS.flatMap(({ sync }) => (sync === undefined ? [] : (sync as SyncedField))),
];
export type SyncItem = 'taxonomies' | 'post_meta' | SyncedField;

const slug = v.pipe(v.string(), v.regex(SLUG_PATTERN));
const names = v.array(v.string());

/** The settings of `pll/v1`, in the order of the answer (`interface.md` 2.2). One value for types, checks, OPTIONS and the form. */
export const Settings = v.object({
  force_lang: v.optional(
    v.pipe(
      v.picklist([1, 2, 3]),
      v.description('How addresses show the language: 1 by a directory, 2 by a subdomain, 3 by a domain of its own.'),
    ),
    1,
  ),
  domains: v.optional(
    v.pipe(
      v.record(slug, v.pipe(v.string(), v.check(isDomainAddress, 'rest_invalid_uri'))),
      v.description('Address of each language, by language code; used with one domain per language.'),
    ),
    {},
  ),
  hide_default: v.optional(
    v.pipe(v.boolean(), v.description('Leave the language code out of addresses in the default language.')),
    true,
  ),
  rewrite: v.optional(v.pipe(v.boolean(), v.description('Leave the word "language" out of addresses.')), true),
  redirect_lang: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Address the front page by its language code alone, without the name of the page.'),
    ),
    false,
  ),
  browser: v.optional(
    v.pipe(v.boolean(), v.description("Choose the language of the front page by the visitor's browser.")),
    false,
  ),
  media_support: v.optional(v.pipe(v.boolean(), v.description('Media have languages and translations.')), false),
  post_types: v.optional(v.pipe(names, v.description('Custom post types that have languages and translations.')), []),
  taxonomies: v.optional(v.pipe(names, v.description('Custom taxonomies that have languages and translations.')), []),
  sync: v.optional(
    v.pipe(v.array(v.picklist(SYNC_ITEMS)), v.description('Data kept equal between the translations of an item.')),
    [],
  ),
  default_lang: v.optional(v.pipe(slug, v.description('Code of the default language.')), ''),
  nav_menus: v.optional(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.regex(/[^\/:<>\*\?"\|]+/)),
        v.record(v.pipe(v.string(), v.regex(/[\w-]+/)), v.record(slug, v.pipe(v.number(), v.integer(), v.minValue(0)))),
      ),
      v.description('Menus of each theme: theme, location, language code, id of the menu.'),
    ),
    {},
  ),
  language_taxonomies: v.optional(
    v.pipe(names, v.description('Language taxonomies used for custom database tables.')),
    [],
  ),
  media: v.optional(
    v.pipe(
      v.strictObject({
        // Without a default: a write merges, and what it leaves out must stay (`interface.md` 2.8).
        duplicate: v.optional(
          v.pipe(
            v.boolean(),
            v.description('Make a copy in every language when a file is uploaded.'),
            v.metadata({ default: false }),
          ),
        ),
      }),
      v.description('What happens to uploaded media.'),
      v.metadata({ extended: true }),
    ),
    { duplicate: false },
  ),
  machine_translation_enabled: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Machine translation may be used, by an explicit act only.'),
      v.metadata({ extended: true }),
    ),
    false,
  ),
  machine_translation_services: v.optional(
    v.pipe(
      v.strictObject({
        mt_provider: v.optional(
          v.pipe(
            v.strictObject({
              api_key: v.optional(
                v.pipe(
                  v.string(),
                  v.description('Credential for the provider. Kept outside the site file, answered as ********.'),
                  v.metadata({ secret: true }),
                ),
              ),
              formality: v.optional(
                v.pipe(
                  v.picklist(['default', 'prefer_more', 'prefer_less']),
                  v.description('Tone of the translation.'),
                ),
              ),
            }),
            v.description('The translation provider.'),
          ),
        ),
      }),
      v.description('Machine translation providers.'),
      v.metadata({ extended: true, default: { mt_provider: [] } }),
    ),
  ),
  first_activation: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.description('When the site was made, as a Unix time.'),
    v.metadata({ readonly: true, default: 0 }),
  ),
  previous_version: v.pipe(
    v.string(),
    v.description('Version of the product that wrote this site before.'),
    v.metadata({ readonly: true, default: '' }),
  ),
  version: v.pipe(v.string(), v.description('Version of the product.'), v.metadata({ readonly: true, default: '' })),
});

/** The content of `machine_translation_services` once written; `[]` only ever means "never written". */
export interface MtProvider {
  api_key: string;
  formality: 'default' | 'prefer_more' | 'prefer_less';
}

export type SettingName = keyof typeof Settings.entries;
export type SettingsValue = Omit<v.InferOutput<typeof Settings>, 'media' | 'machine_translation_services'> & {
  media: { duplicate: boolean };
  machine_translation_services: { mt_provider: MtProvider | [] };
};

/** The settings in answers. */
export const SettingsAnswer = v.pipe(
  Settings,
  v.title('settings'),
  v.metadata({ closed: true }),
) as unknown as v.GenericSchema<SettingsValue>;
