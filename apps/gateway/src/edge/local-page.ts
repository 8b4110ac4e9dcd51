const LOCAL_PAGE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?$/;

/** True for the origin of a page that is served, without https, on the machine of the person who looks at it. */
export function isLocalPage(origin: string): boolean {
  return LOCAL_PAGE.test(origin);
}
