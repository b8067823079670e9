// Boot: the language of the page, the one-time code, then the app in place of the fallback.
import '../styles/tokens.css';
import '../styles/base.css';
import { mount } from 'svelte';
import { api } from '../lib/api';
import { hub } from '../lib/hub.svelte';
import { speak } from '../lib/i18n.svelte';
import { keepKey, takeCode } from '../lib/session';
import App from './App.svelte';
import { router } from './router.svelte';

async function signIn(): Promise<boolean> {
  const code = takeCode(location, history);
  if (!code) return true;
  try {
    keepKey((await api.exchange(code)).key);
    router.replace('/');
    return true;
  } catch {
    return false;
  }
}

// The socket opens while the texts are still on their way.
async function enter(): Promise<boolean> {
  const signedIn = await signIn();
  hub.start();
  return signedIn;
}

const [signedIn] = await Promise.all([enter(), speak(document.documentElement.lang)]);
const place = document.querySelector('#app');
if (!place) throw new Error('the page has no place for the app');
place.replaceChildren();
mount(App, { target: place, props: { codeRefused: !signedIn } });
