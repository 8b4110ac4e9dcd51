/** The sound of a till. */
export class TillSound {
  #context: AudioContext | undefined;

  /** Lets the till sound later: browsers allow it after a press alone. */
  allow(): void {
    this.#context ??= new AudioContext();
    void this.#context.resume();
  }

  /** Two rising tones: paid. */
  paid(): void {
    if (this.#context?.state !== 'running') return;
    tone(this.#context, 660, 0);
    tone(this.#context, 880, 0.18);
  }
}

function tone(audio: AudioContext, hertz: number, afterSeconds: number): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  const begin = audio.currentTime + afterSeconds;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0.4, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + 0.35);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + 0.4);
}
