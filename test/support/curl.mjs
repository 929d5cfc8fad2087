#!/usr/bin/env node
// The few words of curl that the tour of the README uses, for machines that have none.
import { writeFileSync } from 'node:fs';

const words = process.argv.slice(2);
const headers = new Headers();
let method,
  url,
  body,
  output,
  ending = '';
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === '-s') continue;
  if (word === '-u') headers.set('Authorization', `Basic ${Buffer.from(words.shift() ?? '').toString('base64')}`);
  else if (word === '-H') headers.append(...(words.shift() ?? '').split(/:\s*(.*)/s, 2));
  else if (word === '-d') body = words.shift();
  else if (word === '-X') method = words.shift();
  else if (word === '-o') output = words.shift();
  else if (word === '-w') ending = words.shift();
  else if (word.startsWith('-')) throw new Error(`This stand-in for curl does not know ${word}.`);
  else url = word;
}
if (body !== undefined && !headers.has('Content-Type'))
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
const response = await fetch(url, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body });
const text = await response.text();
if (output === undefined) process.stdout.write(text);
else writeFileSync(output, text);
process.stdout.write(ending.replace('%{http_code}', String(response.status)).replaceAll('\\n', '\n'));
