/** Most links of one page of a list. */
export const LINKS_PAGE_MAX = 100;
/** Most uses that a link may be limited to. */
export const LINK_USES_MAX = 1_000;
/** Characters of a reference pattern: shorter than a reference, because the number is longer than its placeholder. */
export const REFERENCE_PATTERN_MAX_LENGTH = 180;
/** The number of further tries of a link's payer after a decline, where its merchant has not set one. */
export const LINK_CHECKOUT_RETRIES = 3;
/** In a reference pattern: the number of the payment. */
export const REFERENCE_NUMBER = '{n}';

/** `used_up` while as many of its payments are open or completed as it may have uses. */
export const linkStatuses = ['active', 'inactive', 'expired', 'used_up'] as const;
export type LinkStatus = (typeof linkStatuses)[number];
