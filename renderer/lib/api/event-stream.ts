/** One event of a `text/event-stream`. Without data it only says where the stream is. */
export interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/** What follows a stream: how it is opened, and who is told. */
export interface StreamReader {
  /** `last`: id of the last event that came, "" for none. Rejects when the server is away. */
  open(last: string, signal: AbortSignal): Promise<Response>;
  onEvent(event: StreamEvent): void;
  /** Events may have been missed: read everything again. */
  onGap(): void;
  onState(state: 'online' | 'offline' | 'signed-out'): void;
}

const shortest = 250;
const longest = 10_000;

/** Follows a stream until the signal, from `from` on: after a break from where it stopped, after too long a break anew. */
export async function followStream(reader: StreamReader, signal: AbortSignal, from = ''): Promise<void> {
  let last = from;
  let isFirst = true;
  for (let wait = shortest; !signal.aborted; wait = Math.min(wait * 2, longest)) {
    try {
      const response = await reader.open(last, signal);
      if (response.status === 401) return reader.onState('signed-out');
      if (response.status === 410) last = '';
      const body = response.ok ? response.body : null;
      if (body) {
        reader.onState('online');
        wait = shortest;
      }
      if (body && !isFirst && !last) reader.onGap();
      isFirst &&= body === null;
      for await (const event of body ? readEvents(body) : []) {
        last = event.id || last;
        reader.onEvent(event);
      }
    } catch {
      if (!signal.aborted) reader.onState('offline');
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Reads a `text/event-stream` body, event by event, however it is cut into pieces. Comments keep it alive and say nothing. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks.map(readBlock).filter((event) => event !== undefined);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): StreamEvent | undefined {
  const fields: Record<string, string[]> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name) (fields[name] ??= []).push(value);
  }
  const { id, event, data } = fields;
  if (!id && !data) return undefined;
  return { id: id?.at(-1) ?? '', event: event?.at(-1) ?? 'message', data: data?.join('\n') ?? '' };
}
