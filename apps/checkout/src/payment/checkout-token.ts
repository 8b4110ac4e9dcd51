const IN_ADDRESS = /\/checkout\/(cs_[A-Za-z0-9_-]{1,200})$/;

/** The checkout token in the address of a payment page; undefined in any other. */
export function checkoutTokenIn(address: string | null | undefined): string | undefined {
  return IN_ADDRESS.exec(address ?? '')?.[1];
}
