// Who this tab is to the server: the token of its session. Tabs of one origin give it to each other (`security.md` 3.4).

const tokenKey = 'polydesk.session';
/** How long a tab without a session waits for the answer of another. */
const PATIENCE_MS = 250;

type Message = { ask: true } | { token: string };

let channel: BroadcastChannel | undefined;

/** "" for a guest. */
export const sessionToken = (): string => sessionStorage.getItem(tokenKey) ?? '';

/** From now on this tab comes with that token, and so does every other one that waits for it. */
export function keepToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
  post({ token });
}

/** Answers other tabs that ask, and hears of tokens they got: `ontoken` decides whether this tab takes one. */
export function shareSession(ontoken: (token: string) => void): void {
  channel?.close();
  channel = new BroadcastChannel(tokenKey);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('token' in data) ontoken(data.token);
    else if (sessionToken()) post({ token: sessionToken() });
  };
}

/** Asks the other tabs for their session; whether one had another token than that of this tab, which it has now. */
export async function askOtherTabs(): Promise<boolean> {
  const own = sessionToken();
  const asking = new BroadcastChannel(tokenKey);
  const token = await new Promise<string>((resolve) => {
    asking.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('token' in data && data.token !== own) resolve(data.token);
    };
    asking.postMessage({ ask: true } satisfies Message);
    setTimeout(() => resolve(''), PATIENCE_MS);
  });
  asking.close();
  if (token) sessionStorage.setItem(tokenKey, token);
  return token !== '';
}

/** The code of a start link in an address; "" for none. */
export function codeIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('code') ?? '';
}

function post(message: Message): void {
  channel?.postMessage(message);
}
