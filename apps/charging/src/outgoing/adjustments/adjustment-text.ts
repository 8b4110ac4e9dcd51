/** The reason of an adjustment and its paper, as the merchant reads them. */
export function textOfAdjustment({
  reason,
  reference,
}: {
  readonly reason: string;
  readonly reference: string;
}): string {
  return `${reason} (${reference})`;
}
