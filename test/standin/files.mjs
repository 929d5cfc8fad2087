// Counts what the program reads, where the victim would see it: in node:fs itself.
import fs from 'node:fs';

/** Every file that was opened or read since the last `takeReads`. */
let reads = [];

export function watchFiles() {
  for (const name of ['readFileSync', 'readFile', 'openSync', 'open', 'createReadStream', 'readdirSync', 'statSync'])
    wrap(fs, name);
  for (const name of ['readFile', 'open', 'readdir', 'stat']) wrap(fs.promises, name);
}

export function takeReads() {
  const taken = reads;
  reads = [];
  return taken;
}

function wrap(object, name) {
  const real = object[name];
  object[name] = (...words) => {
    reads.push(`${name} ${String(words[0])}`);
    return real.apply(object, words);
  };
}
