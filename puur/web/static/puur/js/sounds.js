/** The sounds of the table, made by program: noise through a filter for cards, knuckles and chalk, a few soft tones for the rest. */

/** @typedef {"card"|"deal"|"trick"|"knock"|"chalk"|"stoeck"|"match"|"won"|"lost"|"turn"} Sound */

/** @type {AudioContext|null} */
let context = null;
/** @type {AudioBuffer|null} */
let noise = null;
const LOUD = 0.5;

/** A breath of noise. @typedef {{at?: number, long: number, from: number, to?: number, loud: number, sharp?: number}} Breath */
/** A tone. @typedef {{at?: number, long: number, pitch: number, to?: number, loud: number}} Tone */

/** @type {Record<Sound, {breaths?: Breath[], tones?: Tone[]}>} */
const SCORES = {
  card: {
    breaths: [{ long: 0.07, from: 2600, to: 900, loud: 0.5, sharp: 0.9 }],
    tones: [{ long: 0.06, pitch: 150, to: 90, loud: 0.28 }],
  },
  deal: {
    breaths: [0, 0.07, 0.14, 0.21, 0.3, 0.37, 0.44, 0.51].map((at) => ({ at, long: 0.05, from: 3200, to: 1500, loud: 0.22 })),
  },
  trick: { breaths: [{ long: 0.22, from: 900, to: 2400, loud: 0.22, sharp: 0.5 }] },
  knock: {
    tones: [0, 0.15].map((at) => ({ at, long: 0.09, pitch: 190, to: 80, loud: 0.6 })),
    breaths: [0, 0.15].map((at) => ({ at, long: 0.02, from: 1200, loud: 0.25 })),
  },
  chalk: {
    breaths: [0, 0.13, 0.3].map((at) => ({ at, long: 0.1, from: 4200, to: 5200, loud: 0.2, sharp: 3 })),
  },
  stoeck: { tones: [587, 880].map((pitch, n) => ({ at: n * 0.11, long: 0.22, pitch, loud: 0.16 })) },
  match: { tones: [392, 523, 659, 784, 1047].map((pitch, n) => ({ at: n * 0.09, long: 0.4, pitch, loud: 0.14 })) },
  won: { tones: [523, 659, 784, 659, 1047].map((pitch, n) => ({ at: n * 0.13, long: 0.4, pitch, loud: 0.14 })) },
  lost: { tones: [392, 349, 311].map((pitch, n) => ({ at: n * 0.18, long: 0.4, pitch, loud: 0.12 })) },
  turn: { tones: [660, 880].map((pitch, n) => ({ at: n * 0.12, long: 0.18, pitch, loud: 0.12 })) },
};

/** Play a sound; without sound on this device nothing happens. @param {Sound} sound */
export function play(sound) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
    const { breaths = [], tones = [] } = SCORES[sound];
    for (const breath of breaths) breathe(context, breath);
    for (const tone of tones) ring(context, tone);
  } catch {
    // No sound here.
  }
}

/** @param {AudioContext} audio @param {number} at @param {number} long @param {number} loud */
function swell(audio, at, long, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud * LOUD, at + Math.min(0.012, long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio @param {Breath} breath */
function breathe(audio, { at = 0, long, from, to = from, loud, sharp = 0.7 }) {
  noise ??= hiss(audio);
  const begin = audio.currentTime + at;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(filter).connect(swell(audio, begin, long, loud));
  source.start(begin, Math.random() * 0.4, long + 0.02);
}

/** @param {AudioContext} audio @param {Tone} tone */
function ring(audio, { at = 0, long, pitch, to = pitch, loud }) {
  const begin = audio.currentTime + at;
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + long);
  source.connect(swell(audio, begin, long, loud));
  source.start(begin);
  source.stop(begin + long + 0.02);
}

/** Half a second of white noise. @param {AudioContext} audio */
function hiss(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return buffer;
}
