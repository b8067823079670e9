// Whether this browser may show notices, and whether the person was asked.
const DECLINED = 'sayso-no-notices';

class Notices {
  permission = $state('Notification' in window ? Notification.permission : 'denied');
  #declined = $state(localStorage.getItem(DECLINED) === 'yes');

  /** Whether it is still open; the first answered question is the moment to ask. */
  readonly undecided = $derived(this.permission === 'default' && !this.#declined);

  async allow(): Promise<void> {
    this.permission = await Notification.requestPermission();
  }

  decline(): void {
    this.#declined = true;
    localStorage.setItem(DECLINED, 'yes');
  }
}

export const notices = new Notices();
