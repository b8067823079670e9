// Numbers and times as text, ready for messages.
import { t } from './i18n.svelte';

/** `4:12`, `1:02:03`. */
export function clock(seconds: number): string {
  const total = Math.max(0, Math.ceil(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const tail = `${two(total % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/** The largest unit that fits: `12 s`, `3 min`, `5 h`, `2 d`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return t('web-span-seconds', { number: String(whole) });
  if (whole < 3600) return t('web-span-minutes', { number: String(Math.floor(whole / 60)) });
  if (whole < 86_400) return t('web-span-hours', { number: String(Math.floor(whole / 3600)) });
  return t('web-span-days', { number: String(Math.floor(whole / 86_400)) });
}

/** How long ago something was; nothing while the hub's time is not known. */
export function ago(instant: string, now: number | null): string {
  if (now === null) return '';
  return t('web-ago', { span: span((now - Date.parse(instant)) / 1000) });
}

/** Time of day, with the date when it was not today. */
export function moment(instant: string, now: number | null): string {
  const at = new Date(instant);
  const time = at.toLocaleTimeString([], { hour12: false });
  return now !== null && at.toDateString() === new Date(now).toDateString()
    ? time
    : `${at.toLocaleDateString()} ${time}`;
}

/** `312 B`, `3.1 KiB`: sizes of files. */
export function size(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
