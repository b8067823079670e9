// The page's one connection to the hub, and what it has learned over it.
import { api } from './api';
import { connect, type ConnectionState } from './connection';
import { speak } from './i18n.svelte';
import { EMPTY, hubTime, reduce, secondsLeft, type Portal } from './portal';
import type { ServerMessage, SettingsReply, SettingValue } from './protocol.gen';
import { storedKey } from './session';
import { applyTheme } from './theme';

type Listener = (message: ServerMessage) => void;

class HubState {
  portal = $state.raw<Portal>(EMPTY);
  connection = $state<ConnectionState>('connecting');
  settings = $state.raw<SettingsReply | null>(null);
  /** The page's steady clock; ticks once a second while the page is visible. */
  now = $state(performance.now());

  #listeners = new Set<Listener>();
  #socket: ReturnType<typeof connect> | null = null;

  start(): void {
    if (this.#socket) return;
    this.#socket = connect({
      url: `ws://${location.host}/api/v1/events`,
      key: storedKey,
      resume: () => (this.portal.synced ? this.portal.seq : null),
      onMessage: (message) => this.#receive(message),
      onState: (state) => this.#changeState(state),
    });
    addEventListener('online', () => this.#socket?.retryNow());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      this.tick();
      this.#socket?.retryNow();
    });
    setInterval(() => {
      if (document.visibilityState === 'visible') this.tick();
    }, 1000);
  }

  /** After signing in again. */
  restart(): void {
    this.#socket?.close();
    this.#socket = null;
    this.portal = EMPTY;
    this.connection = 'connecting';
    this.start();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setting(name: string): SettingValue | undefined {
    return this.settings?.settings.find((setting) => setting.name === name)?.value;
  }

  flag(name: string): boolean {
    return this.setting(name) === true;
  }

  number(name: string, otherwise: number): number {
    const value = this.setting(name);
    return typeof value === 'number' ? value : otherwise;
  }

  async change(
    name: string,
    value: SettingValue | null,
    question: string | null = null,
  ): Promise<void> {
    await this.adopt(await api.changeSettings({ [name]: value }, question));
  }

  async adopt(settings: SettingsReply): Promise<void> {
    await speak(settings.language);
    this.settings = settings;
    applyTheme(document.documentElement, this.setting('theme'));
  }

  tick(): void {
    this.now = performance.now();
  }

  /** The hub's time in milliseconds since the epoch: the browser's clock may be wrong. */
  get time(): number | null {
    return hubTime(this.portal.clock, this.now);
  }

  /** Seconds left of a row, by the hub's own count. */
  remaining(id: string): number | null {
    return secondsLeft(this.portal.rows.get(id), this.now);
  }

  #receive(message: ServerMessage): void {
    this.tick();
    this.portal = reduce(this.portal, message, this.now);
    if (message.type === 'settings_changed') void this.#loadSettings();
    for (const listener of this.#listeners) listener(message);
  }

  #changeState(state: ConnectionState): void {
    this.connection = state;
    if (state === 'online') void this.#loadSettings();
  }

  async #loadSettings(): Promise<void> {
    // A failure shows itself: the connection is gone, and coming back loads them again.
    await api.settings().then(
      (settings) => this.adopt(settings),
      () => undefined,
    );
  }
}

export const hub = new HubState();
