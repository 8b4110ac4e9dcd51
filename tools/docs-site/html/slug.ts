/** The id of a heading. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/&[a-z0-9#]+;|\.(?=\s|$)|[^\p{L}\p{N}\s_.-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
