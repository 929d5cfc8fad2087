import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';

/** A full origin as a browser sends it: scheme, host and perhaps a port, nothing else (`security.md` 3.3). */
export function isOrigin(value: string): boolean {
  return /^https?:[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/**
 * A name as in the `Host` header, in lower case, optionally with a port. Not an address parser: a header is compared, never
 * parsed.
 */
export const HOST_PATTERN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[1-9]\d{0,4})?$/;

/** The local server of this copy of the site (`contract/extras.md`, `/server`). Belongs to the copy, not to the site: never journalled. */
export const Server = item('server', {
  base_url: v.pipe(v.string(), v.description('Address the server answers at now.'), v.metadata({ readonly: true })),
  site_id: v.pipe(
    v.string(),
    v.description('UUID of the site, the same in all its copies.'),
    v.metadata({ readonly: true }),
  ),
  moved_from: v.pipe(
    v.string(),
    v.description(
      'Address the interface had at the start before, where that was another one; a browser keeps what was typed by address. Empty otherwise.',
    ),
    v.metadata({ readonly: true }),
  ),
  file_name: v.pipe(
    v.string(),
    v.description('Name of the file of this copy, without its ending; empty for a site in memory.'),
    v.metadata({ readonly: true }),
  ),
  read_only: v.pipe(
    v.boolean(),
    v.description('Nothing can be stored: the file or its folder is protected, or a rule of the file is broken.'),
    v.metadata({ readonly: true }),
  ),
  check: v.pipe(
    v.picklist(['done', 'running', 'found']),
    v.description('Whether the file was checked whole; found: it is damaged or a rule of it is broken.'),
    v.metadata({ readonly: true }),
  ),
  unconfirmed: v.pipe(
    v.number(),
    v.integer(),
    v.description('How many ways in came in the file and are not confirmed on this computer (`/trust`).'),
    v.metadata({ readonly: true }),
  ),
  formats: v.pipe(
    v.array(v.object({ id: v.string(), accept: v.array(v.string()) })),
    v.description('Formats in which a site comes in and goes out, each with the endings and media types of its files.'),
    v.metadata({ readonly: true }),
  ),
  port: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(65535),
    v.description('Port, from the next start. 0: the first free one of 24180 to 24199, then always the same.'),
  ),
  anonymous_read: v.pipe(
    v.boolean(),
    v.description('Published items can be read without a token, by every user of this computer.'),
  ),
  allowed_origins: v.pipe(
    v.array(v.pipe(v.string(), v.check(isOrigin, 'rest_invalid_origin'))),
    v.description('Pages that may call the server from a browser, as full origins such as http://localhost:5173.'),
  ),
  allowed_hosts: v.pipe(
    v.array(v.pipe(v.string(), v.regex(HOST_PATTERN))),
    v.description('Names besides 127.0.0.1, localhost and [::1] under which the server may be called.'),
  ),
  share_slugs: v.pipe(
    v.boolean(),
    v.description('Items of different languages may have the same slug.'),
    v.metadata({ extended: true }),
  ),
  edition: v.pipe(
    v.picklist(['extended', 'standard']),
    v.description('The edition the REST API serves, from the next start.'),
  ),
});

export type ServerOptions = v.InferOutput<typeof Server>;
