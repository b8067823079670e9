import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect, type ConnectionState } from './connection';

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

function begin(resume: number | null, key: string | null = 'k') {
  return connect({
    url: 'ws://hub',
    key: () => key,
    resume: () => resume,
    onMessage: () => undefined,
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
});
afterEach(() => vi.useRealTimers());

test('the first message authenticates and says where to go on', () => {
  begin(42);
  sockets[0]?.onopen?.();
  expect(sockets[0]?.sent).toEqual(['{"type":"auth","key":"k","resume":42}']);
  begin(null);
  sockets[1]?.onopen?.();
  expect(sockets[1]?.sent).toEqual(['{"type":"auth","key":"k"}']);
});

test('a lost connection is tried again, later and later', () => {
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

test('a page that wakes up does not sit out the pause', () => {
  const connection = begin(null);
  connection.retryNow();
  expect(sockets).toHaveLength(1);
  sockets[0]?.onclose?.({ code: 1001 });
  connection.retryNow();
  expect(sockets).toHaveLength(2);
});

test('who is signed out is told, and not tried again', () => {
  begin(null);
  sockets[0]?.onclose?.({ code: 4403 });
  vi.advanceTimersByTime(60_000);
  expect([states.at(-1), sockets.length]).toEqual(['signed_out', 1]);
  begin(null, null);
  expect([states.at(-1), sockets.length]).toEqual(['signed_out', 1]);
});

test('a closed connection stays closed', () => {
  begin(null).close();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});
