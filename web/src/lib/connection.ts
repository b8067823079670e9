// The live socket: connect, authenticate, resume from the last number, back off.
import { read } from './known';
import type { ServerMessage } from './protocol.gen';

/** `unreachable`: offline for so long that waiting no longer helps. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'unreachable' | 'signed_out';

export interface ConnectionOptions {
  url: string;
  key: () => string | null;
  /** The last number the page has; `null` asks for everything. */
  resume: () => number | null;
  onMessage: (message: ServerMessage) => void;
  onState: (state: ConnectionState) => void;
  open?: (url: string) => WebSocket;
}

/** Codes by which the hub says that signing in is needed. */
const SIGNED_OUT = [4401, 4403];
const FIRST_RETRY_MS = 250;
const RETRY_MAX_MS = 4000;
/** Some twelve seconds: longer than a hub takes to come back. */
const UNREACHABLE_AFTER = 6;

export function connect(options: ConnectionOptions): { retryNow: () => void; close: () => void } {
  const open = options.open ?? ((url) => new WebSocket(url));
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    const key = options.key();
    if (!key) return options.onState('signed_out');
    const current = open(options.url);
    socket = current;
    current.onopen = () => {
      const resume = options.resume();
      const auth = resume === null ? { type: 'auth', key } : { type: 'auth', key, resume };
      current.send(JSON.stringify(auth));
      failures = 0;
      options.onState('online');
    };
    // Whether a snapshot was asked for and has not come yet.
    let startsOver = false;
    current.onmessage = (event: MessageEvent<string>) => {
      const message = read(event.data);
      if (message) {
        if (message.type === 'snapshot') startsOver = false;
        options.onMessage(message);
      } else if (!startsOver) {
        // It may have changed something that this page shows.
        startsOver = true;
        current.send('{"type":"resync"}');
      }
    };
    current.onclose = (event) => {
      if (socket !== current || closed) return;
      socket = null;
      if (SIGNED_OUT.includes(event.code)) return options.onState('signed_out');
      options.onState(failures >= UNREACHABLE_AFTER ? 'unreachable' : 'offline');
      const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, RETRY_MAX_MS);
      failures += 1;
      timer = setTimeout(begin, wait);
    };
  }

  options.onState('connecting');
  begin();
  return {
    /** A sleeping laptop that wakes up should not sit out the pause. */
    retryNow: () => {
      if (timer !== undefined) begin();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
