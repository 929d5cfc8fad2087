// The controls of secrets.test.ts and live-secrets.test.ts: defences of secrets off, one line each. Loaded before the program by
// --import; WEAK_SECRETS=live chooses the second list.
import { registerHooks } from 'node:module';

/** [file, what stands there, what takes its place] */
const WEAK = [
  ['core/domain/site/redact.ts', 'export function redacted(value: unknown): unknown {', '$& return value;'],
  ['core/rest/secrets.ts', 'return holdsSecret(table, own) ? sealEach(table, secrets, own) : own;', 'return own;'],
  ['core/domain/settings/rules.ts', 'if (sealed.includes(id)) return id;', 'return id;'],
  ['core/domain/settings/settings.ts', "provider.api_key ? MASK : ''", "provider.api_key ?? ''"],
  ['core/routes/site/tokens.ts', "log: 'request'", ''],
  [
    'core/routes/translations/machine.ts',
    "answers: Usage,\n      traits: { noTransaction: true, log: 'outcome' }",
    'answers: Usage, traits: { noTransaction: true }',
  ],
  [
    'core/domain/site/request-log.ts',
    'body: isLong(body) ? null : body, file };',
    'body: [body, seen.headers], file };',
  ],
  [
    'core/server/http/admit.ts',
    "if (caller === 'bad' || caller === null) return 'bad';",
    'process.stderr.write(JSON.stringify(credentials)); $&',
  ],
  ['core/server/host/secrets.ts', 'let key: Buffer | undefined;', '$& process.stderr.write(String(passphrase));'],
];

/** For a live site: what is sent is printed too. */
const WEAK_LIVE = [
  [
    'core/live/remote.ts',
    'return `Basic ${',
    'process.stderr.write(Buffer.from(`${user}:${password}`).toString("base64")); $&',
  ],
];
const weak = process.env['WEAK_SECRETS'] === 'live' ? WEAK_LIVE : WEAK;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const mine = weak.filter(([file]) => url.endsWith(file));
    if (mine.length === 0) return loaded;
    let source = String(loaded.source);
    for (const [file, from, to] of mine) {
      if (!source.includes(from)) throw new Error(`${file} has changed: the control switches nothing off there`);
      source = source.replace(from, () => to.replace('$&', from));
    }
    return { ...loaded, source };
  },
});
