/** `test` and `live` data never meet: every object carries its mode and every look-up names one. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];
