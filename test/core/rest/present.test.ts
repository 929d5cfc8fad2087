import { expect, test } from 'vitest';
import { fieldsOf } from '../../../core/rest/present.ts';
import { parseQuery } from '../../../core/rest/query.ts';

test.each<[string, string[] | undefined]>([
  ['_fields=a,b.c', ['a', 'b.c']],
  ['_fields=a%20b', ['a', 'b']],
  ['_fields[]=a&_fields[]=b', ['a', 'b']],
  ['_fields[x]=a&_fields[y]=b', ['a', 'b']],
  ['_fields=', undefined],
  ['_fields[]=', undefined],
  ['_fields[a][b]=c', undefined],
  ['other=a', undefined],
])('the fields that %s asks for', (query, fields) => {
  expect(fieldsOf(parseQuery(query))).toEqual(fields);
});
