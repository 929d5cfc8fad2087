// The identity of this tab: its session token. Tabs of one origin share it (`security.md` 3.4).

const tokenKey = 'polydesk.session';
/** How long a tab without a session waits for other tabs to respond. */
const PATIENCE_MS = 250;

type Message = { ask: true } | { token: string };

let channel: BroadcastChannel | undefined;

/** "" for a guest. */
export const sessionToken = (): string => sessionStorage.getItem(tokenKey) ?? '';

/** Stores the token for this tab and sends it to every tab waiting for one. */
export function keepToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
  post({ token });
}

/** Responds to other tabs' session requests and listens for their tokens: `ontoken` decides whether this tab adopts one. */
export function shareSession(ontoken: (token: string) => void): void {
  channel?.close();
  channel = new BroadcastChannel(tokenKey);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('token' in data) ontoken(data.token);
    else if (sessionToken()) post({ token: sessionToken() });
  };
}

/** Requests the session of the other tabs. Resolves to whether a different token was received and adopted. */
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
