// Two soft tones, made on the spot: rising for "needs you", falling for "over".
const NEEDS_YOU = [660, 880];
const OVER = [660, 440];
const TONE_SECONDS = 0.16;

let context: AudioContext | null = null;

export async function chime(kind: 'needs you' | 'over'): Promise<void> {
  context ??= new AudioContext();
  // Browsers keep sound off until the person has touched the page.
  if (context.state === 'suspended') await context.resume();
  const tones = kind === 'needs you' ? NEEDS_YOU : OVER;
  tones.forEach((frequency, at) => play(context as AudioContext, frequency, at * TONE_SECONDS));
}

function play(audio: AudioContext, frequency: number, after: number): void {
  const begin = audio.currentTime + after;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(0.12, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + TONE_SECONDS * 2);
  const tone = audio.createOscillator();
  tone.frequency.value = frequency;
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + TONE_SECONDS * 2);
}
