// Dictionaries of Hunspell as packages install them: two files, NAME.aff and NAME.dic.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodingOf } from '../../units/spelling/affixes.ts';
import { readDictionary, type IsWord } from '../../units/spelling/dictionary.ts';
import { CliError, EXIT, usageError } from '../run/failure.ts';

/** A language to find a dictionary for. */
export interface Spoken {
  slug: string;
  locale: string;
}

/**
 * Reads the dictionary of a language; undefined if none of the places has one. A place is a `.dic` file, which is for any language,
 * a folder of dictionaries named by locale, or one of a package with `index.dic`. Throws a `CliError` if a place is missing.
 */
export function dictionaryFor(
  language: Spoken,
  places: readonly string[],
): { path: string; isWord: IsWord } | undefined {
  for (const place of places) {
    const path = fileIn(place, language);
    if (path !== undefined) return { path, isWord: readFiles(path) };
  }
  return undefined;
}

function fileIn(place: string, { slug, locale }: Spoken): string | undefined {
  if (!existsSync(place)) throw new CliError(EXIT.missing, `${resolve(place)} does not exist.`);
  if (!statSync(place).isDirectory()) {
    if (!place.endsWith('.dic')) throw usageError(`${place} is not a dictionary. Name a .dic file or a folder.`);
    return place;
  }
  const base = locale.split(/[-_]/, 1)[0] ?? slug;
  const names = [locale, locale.replaceAll('_', '-'), slug, base, `${base}_${base.toUpperCase()}`];
  const found = names.find((name) => existsSync(join(place, `${name}.dic`)));
  if (found !== undefined) return join(place, `${found}.dic`);
  // A package of npm is named by its language, as dictionary-fr is.
  const isOf = names.some((name) => resolve(place).toLowerCase().endsWith(`-${name.toLowerCase()}`));
  return isOf && existsSync(join(place, 'index.dic')) ? join(place, 'index.dic') : undefined;
}

function readFiles(path: string): IsWord {
  const rules = path.replace(/\.dic$/, '.aff');
  if (!existsSync(rules))
    throw new CliError(EXIT.missing, `${resolve(rules)} is missing: a dictionary needs it next to its .dic file.`);
  const [aff, dic] = [readFileSync(rules), readFileSync(path)];
  const encoding = encodingOf(aff.toString('latin1'));
  const decode = decoderFor(encoding, path);
  return readDictionary(decode(aff), decode(dic));
}

function decoderFor(encoding: string, path: string): (bytes: Uint8Array) => string {
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes);
  } catch {
    throw new CliError(EXIT.refused, `${resolve(path)} has the encoding ${encoding}, which cannot be read.`);
  }
}
