// A stand-in for the translation service on this computer: it records requests and responds as the test wants.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service does with the next requests. */
export type Mood =
  | 'well'
  | 'wrong key'
  | 'used up'
  | 'busy'
  | 'fault'
  | 'no JSON'
  | 'few texts'
  | 'lost marks'
  | 'elsewhere'
  | 'silent'
  | 'slow'
  | 'leisurely';

export interface PlayedTranslator {
  url: string;
  mood: Mood;
  /** Every request: its address, the key it showed, and its texts. */
  seen: { path: string; key: string; form: URLSearchParams }[];
  /** Requests that were broken off before they were answered. */
  brokenOff: number;
  /** Requests that a redirection led to. */
  elsewhere: number;
  close(): Promise<void>;
}

/** The only key the service takes. */
export const GOOD_KEY = 'canary-key-4711:fx';

/** Starts it; `close` ends it. */
export async function playTranslator(): Promise<PlayedTranslator> {
  const played: PlayedTranslator = {
    url: '',
    mood: 'well',
    seen: [],
    brokenOff: 0,
    elsewhere: 0,
    close: () => Promise.resolve(),
  };
  const server = createServer((req, res) => void answer(played, req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  played.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  played.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return played;
}

/** What the service makes of a text: it can be recognised, and its marks stand where they stood. */
export function translated(text: string, target: string): string {
  return `${target.toUpperCase()}: ${text}`;
}

const STATUS: Partial<Record<Mood, number>> = { 'wrong key': 403, 'used up': 456, busy: 429, fault: 500 };

async function answer(played: PlayedTranslator, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const form = new URLSearchParams(Buffer.concat(parts).toString());
  const key = (req.headers.authorization ?? '').replace('DeepL-Auth-Key ', '');
  const { mood } = played;
  if (req.url === '/elsewhere') played.elsewhere++;
  res.once('close', () => (played.brokenOff += res.writableEnded ? 0 : 1));
  played.seen.push({ path: req.url ?? '', key, form });
  if (mood === 'silent') return;
  if (mood === 'leisurely') await new Promise((resolve) => setTimeout(resolve, 300));
  if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500));
  const status = key === GOOD_KEY ? STATUS[mood] : 403;
  // A service that says back what it was sent: none of it may be shown.
  if (status) return send(res, status, { message: `Refused ${key}: ${form.getAll('text').join(' ')}` });
  if (mood === 'elsewhere') return void res.writeHead(307, { location: '/elsewhere' }).end();
  if (mood === 'no JSON') return void res.end(`<html>${form.get('text') ?? ''}`);
  if (req.url === '/v2/usage') return send(res, 200, { character_count: 181_780, character_limit: 500_000 });
  send(res, 200, { translations: translations(mood, form) });
}

function translations(mood: Mood, form: URLSearchParams): { text: string; detected_source_language: string }[] {
  const texts = form.getAll('text').slice(mood === 'few texts' ? 1 : 0);
  return texts.map((text) => {
    const whole = translated(text, form.get('target_lang') ?? '');
    return { text: mood === 'lost marks' ? whole.replace(/<[^>]*>/, '') : whole, detected_source_language: 'EN' };
  });
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
