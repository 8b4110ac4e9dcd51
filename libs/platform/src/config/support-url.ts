import { Matches } from 'class-validator';

/** Characters of HTML and spaces are not among them, so that pages can show the address as it is. */
const SUPPORT_URL = /^(?:https:\/\/|mailto:[^\s"'<>&@]{1,64}@|tel:\+[0-9])[^\s"'<>&]{1,253}$/;

/** An address at which people ask for help: `https://…`, `mailto:…` or `tel:+…`. */
export const IsSupportUrl = (): PropertyDecorator =>
  Matches(SUPPORT_URL, { message: '$property must have the form https://…, mailto:… or tel:+…' });

/** The link to a support address; its text is the address without its scheme. */
export function supportLink(url: string): { readonly href: string; readonly text: string } {
  return { href: url, text: url.replace(/^[a-z]+:(?:\/\/)?/, '') };
}
