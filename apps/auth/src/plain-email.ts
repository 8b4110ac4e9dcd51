/** An e-mail address in the one spelling in which it is looked up. */
export function plainEmail(email: string): string {
  return email.toLowerCase();
}
