import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { CHANNELS, TOPICS } from './channels.ts';
import type { Bridge } from './commands.ts';

type Listener = (news: unknown) => void;
const listeners = new Map<string, Set<Listener>>(TOPICS.map((topic) => [topic, new Set()]));

ipcRenderer.on(CHANNELS.news, (_event, topic: string, news: unknown) => {
  for (const listener of listeners.get(topic) ?? []) listener(news);
});

/** Files cross as their path, which only files on disk have, not files created by a script. */
function toWord(word: unknown): unknown {
  return Object.prototype.toString.call(word) === '[object File]' ? webUtils.getPathForFile(word as File) : word;
}

/** Everything our pages can access (E10). Messages cross as JSON, parsed like HTTP bodies. */
const bridge = {
  rest: (request: unknown): Promise<unknown> => ipcRenderer.invoke(CHANNELS.rest, JSON.stringify(request)),
  run: (command: string, ...words: unknown[]): Promise<unknown> =>
    ipcRenderer.invoke(CHANNELS.run, JSON.stringify({ command, words: words.map(toWord) })),
  on(topic: string, listener: Listener): () => void {
    const all = listeners.get(topic);
    if (!all) throw new Error(`The topic "${topic}" does not exist`);
    // Each subscription is separate, even with the same function.
    const one: Listener = (news) => listener(news);
    all.add(one);
    return () => void all.delete(one);
  },
} satisfies Record<keyof Bridge, unknown>;

contextBridge.exposeInMainWorld('polydesk', bridge);
