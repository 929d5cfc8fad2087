// What each client is asked to do: the rows of test/CLIENTS.md, in the order they run. A driver has one function for each.

export const OPERATIONS = {
  discover: 'finds the interface and what it offers',
  list: 'lists posts, with the totals',
  all: 'reads all pages of a list',
  filter: 'filters by language',
  item: 'reads one post with its language and translations',
  embed: 'reads posts with what they refer to',
  languages: 'reads languages and settings of `pll/v1`',
  create: 'creates a post in a language',
  link: 'creates a translation, linked in the same call',
  relink: 'links two posts that are there already',
  update: 'changes a post',
  terms: 'creates categories in two languages, linked',
  batch: 'writes many in one batch',
  remove: 'moves to the trash, and deletes',
  media: 'uploads a picture, reads and changes it',
  everything: 'reads whole lists of pages, terms, media and users',
  deletes: 'deletes a page, a term and a file for good',
  refused: 'reads from an error what was wrong',
  rights: 'sees who it is and what it may do',
};

/** The clients, by the name of their package and of their driver. */
export const CLIENTS = {
  '@wordpress/api-fetch': 'api-fetch',
  '@wordpress/core-data': 'core-data',
  wpapi: 'wpapi',
  'fluent-wp-client': 'fluent-wp-client',
};

/** A picture of one point. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
