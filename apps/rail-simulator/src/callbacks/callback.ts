/** A callback as an operator sends it. */
export interface Callback {
  readonly method: 'PUT' | 'POST';
  readonly url: string;
  readonly body: string;
  /** Seconds until it is sent. */
  readonly afterSeconds: number;
  /** True when the operator sends it, not somebody else. */
  readonly genuine: boolean;
}
