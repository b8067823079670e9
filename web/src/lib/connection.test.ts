import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect, type ConnectionState } from './connection';
import type { ServerMessage } from './protocol.gen';

class FakeSocket {
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.onclose?.({ code: 1000 });
  }
}

let sockets: FakeSocket[];
let states: ConnectionState[];
let messages: ServerMessage[];

function begin(resume: number | null, key: string | null = 'k') {
  return connect({
    url: 'ws://hub',
    key: () => key,
    resume: () => resume,
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  messages = [];
});
afterEach(() => vi.useRealTimers());

test('the connection authenticates first and says where to resume', () => {
  begin(42);
  sockets[0]?.onopen?.();
  expect(sockets[0]?.sent).toEqual(['{"type":"auth","key":"k","resume":42}']);
  begin(null);
  sockets[1]?.onopen?.();
  expect(sockets[1]?.sent).toEqual(['{"type":"auth","key":"k"}']);
});

test('the connection asks for one resync after an unknown message', () => {
  begin(7);
  const socket = sockets[0];
  socket?.onopen?.();
  const say = (message: unknown) => socket?.onmessage?.({ data: JSON.stringify(message) });
  say({ type: 'weather', seq: 8 });
  say({ type: 'weather', seq: 9 });
  expect(socket?.sent.slice(1)).toEqual(['{"type":"resync"}']);
  expect(messages).toEqual([]);
  const snapshot = { type: 'snapshot', seq: 9, interactions: [], pending: 0 };
  say({ type: 'resync' });
  say(snapshot);
  expect(messages).toEqual([{ type: 'resync' }, snapshot]);
  say({ type: 'weather', seq: 10 });
  expect(socket?.sent.slice(1)).toHaveLength(2);
});

test('a lost connection is retried with growing pauses', () => {
  begin(null);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    sockets.at(-1)?.onclose?.({ code: 1006 });
    const before = Date.now();
    while (sockets.length === attempt) vi.advanceTimersByTime(50);
    waits.push(Date.now() - before);
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
  expect(states[0]).toBe('connecting');
  expect(states.at(-1)).toBe('offline');
});

test('a page that wakes up reconnects immediately', () => {
  const connection = begin(null);
  connection.retryNow();
  expect(sockets).toHaveLength(1);
  sockets[0]?.onclose?.({ code: 1001 });
  connection.retryNow();
  expect(sockets).toHaveLength(2);
});

test('a signed-out page is told so and does not reconnect', () => {
  begin(null);
  sockets[0]?.onclose?.({ code: 4403 });
  vi.advanceTimersByTime(60_000);
  expect([states.at(-1), sockets.length]).toEqual(['signed_out', 1]);
  begin(null, null);
  expect([states.at(-1), sockets.length]).toEqual(['signed_out', 1]);
});

test('a closed connection does not reconnect', () => {
  begin(null).close();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test('the connection distinguishes a hub that stays away from one that returns', () => {
  begin(null);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    sockets.at(-1)?.onclose?.({ code: 1006 });
    while (sockets.length === attempt) vi.advanceTimersByTime(50);
  }
  sockets.at(-1)?.onopen?.();
  const expected = [
    'connecting',
    ...Array(6).fill('offline'),
    'unreachable',
    'unreachable',
    'online',
  ];
  expect(states).toEqual(expected);
});
