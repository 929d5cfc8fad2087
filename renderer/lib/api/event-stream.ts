/** One event of a `text/event-stream`. Without data it only reports the stream position. */
export interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/** The callbacks of a stream consumer: opening it and receiving events. */
export interface StreamReader {
  /** `last`: ID of the last event received, "" for none. Rejects when the server is unreachable. */
  open(last: string, signal: AbortSignal): Promise<Response>;
  onEvent(event: StreamEvent): void;
  /** Events may have been missed: read everything again. */
  onGap(): void;
  onState(state: 'online' | 'offline' | 'signed-out'): void;
}

const shortest = 250;
const longest = 10_000;

/**
 * Follows a stream until aborted, starting at `from`: resumes after a disconnect, restarts if it was disconnected for too long.
 */
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

/** Reads a `text/event-stream` body event by event, whatever the chunk boundaries. Comments are keep-alives and are skipped. */
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
