import { expect, test } from 'vitest';
import { fieldName } from '../../../renderer/history/words.ts';

test.each([
  ['post', 'excerpt', 'Excerpt'],
  ['media', 'excerpt', 'Caption'],
  ['media', 'content', 'Description'],
  ['media', 'alt_text', 'Alternative text'],
  ['media', 'title', 'Title'],
  ['media', 'mime_type', 'mime_type'],
])('of %s, %s is called %s in the history, as where it is written', (kind, field, name) => {
  expect(fieldName(kind, field)).toBe(name);
});
