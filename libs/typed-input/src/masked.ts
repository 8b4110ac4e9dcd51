/** A masked phone number as people write numbers: `•• •• 01` of `********01`, which does not break. Another text stays as it is. */
export function maskedText(masked: string): string {
  return masked.replace(/^\*+(?=\d)/, '••\u00a0••\u00a0');
}
