/* The sounds of the hall's bell, made by the browser itself: no file to fetch, nobody's recording. `play` schedules one
   in any AudioContext, also an offline one, and says for how many seconds it sounds. */

const QUIET = 0.0005;
const HEADROOM = 0.85; // a limiter lets the first moment of a stroke through

function partial(context, out, { at, frequency, loud, long, attack = 0.006, shape = "sine" }) {
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = shape;
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + attack);
  gain.gain.exponentialRampToValueAtTime(QUIET, at + long);
  tone.connect(gain).connect(out);
  tone.start(at);
  tone.stop(at + long);
}

/* A struck bell: a few inharmonic partials, each dying away at its own rate. */
function bell(context, out, at) {
  for (const [ratio, loud, long] of [[1, 0.5, 2.6], [2.02, 0.3, 1.9], [2.74, 0.22, 1.2], [5.4, 0.1, 0.6]]) {
    partial(context, out, { at, frequency: 620 * ratio, loud, long });
  }
}

/* Low and long: pairs of partials that beat against each other, the higher ones swelling after the stroke. */
function gong(context, out, at) {
  const partials = [[1, 0.42, 6, 0.02], [1.51, 0.3, 5.2, 0.03], [2.09, 0.24, 4.6, 0.1], [2.56, 0.2, 4, 0.18]];
  for (const [ratio, loud, long, attack] of [...partials, [3.39, 0.15, 3.4, 0.3], [4.77, 0.1, 2.6, 0.4]]) {
    partial(context, out, { at, frequency: 131 * ratio, loud: loud * 0.6, long, attack });
    partial(context, out, { at, frequency: 131 * ratio * 1.007, loud: loud * 0.4, long: long * 0.9, attack });
  }
}

/* A hammer on a small gong, fourteen times a second for as long as the current is on. */
function school(context, out, at) {
  const [long, every] = [1.3, 1 / 14];
  for (const [frequency, loud] of [[1180, 0.34], [2470, 0.26], [3310, 0.2], [4960, 0.12]]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(QUIET, at);
    for (let stroke = at; stroke < at + long; stroke += every) {
      gain.gain.linearRampToValueAtTime(loud, stroke + 0.004);
      gain.gain.exponentialRampToValueAtTime(loud * 0.35, stroke + every * 0.95);
    }
    gain.gain.exponentialRampToValueAtTime(QUIET, at + long + 0.7);
    tone.connect(gain).connect(out);
    tone.start(at);
    tone.stop(at + long + 0.7);
  }
}

/* A reedy chord of three that opens and closes. */
function horn(context, out, at) {
  const long = 0.95;
  const mellow = context.createBiquadFilter();
  const gain = context.createGain();
  mellow.type = "lowpass";
  mellow.frequency.setValueAtTime(500, at);
  mellow.frequency.linearRampToValueAtTime(2200, at + 0.12);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.26, at + 0.06);
  gain.gain.setValueAtTime(0.26, at + long - 0.15);
  gain.gain.linearRampToValueAtTime(0, at + long);
  for (const frequency of [220, 277.2, 330, 331.5]) {
    const tone = context.createOscillator();
    tone.type = "sawtooth";
    tone.frequency.value = frequency;
    tone.connect(mellow);
    tone.start(at);
    tone.stop(at + long);
  }
  mellow.connect(gain).connect(out);
}

/* Tubes of a door chime, going down. */
function chime(context, out, at, stroke) {
  const frequency = [659.3, 523.3, 587.3, 392][stroke % 4];
  for (const [ratio, loud, long] of [[1, 0.5, 2.8], [2.76, 0.2, 1.4], [5.4, 0.08, 0.7]]) {
    partial(context, out, { at, frequency: frequency * ratio, loud, long });
  }
}

/* How each is struck: seconds from one stroke to the next, strokes at the warning and at the bell, seconds of the last. */
const SOUNDS = {
  bell: { strike: bell, every: 0.9, strokes: { warning: 1, bell: 3 }, long: 2.6 },
  gong: { strike: gong, every: 2.2, strokes: { warning: 1, bell: 3 }, long: 6 },
  school: { strike: school, every: 1.9, strokes: { warning: 1, bell: 3 }, long: 2 },
  horn: { strike: horn, every: 1.25, strokes: { warning: 1, bell: 3 }, long: 0.95 },
  chime: { strike: chime, every: 0.62, strokes: { warning: 2, bell: 4 }, long: 2.8 },
};

/* `kind` is "warning", "bell", or "start", which is one stroke; `volume` is of a hundred. */
export function play(context, { name, kind, volume = 100, at = context.currentTime + 0.05 }) {
  const sound = SOUNDS[name] ?? SOUNDS.bell;
  const strokes = sound.strokes[kind] ?? 1;
  const loud = context.createGain();
  const limit = context.createDynamicsCompressor(); // strokes that meet must not crackle
  limit.threshold.value = -6;
  limit.ratio.value = 16;
  limit.attack.value = 0.002;
  loud.gain.value = (volume / 100) * HEADROOM;
  limit.connect(loud).connect(context.destination);
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    sound.strike(context, limit, at + stroke * sound.every, stroke);
  }
  return (strokes - 1) * sound.every + sound.long;
}

export const NAMES = Object.keys(SOUNDS);
