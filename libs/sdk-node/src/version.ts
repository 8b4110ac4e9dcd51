/** The version of this package, as package.json has it. */
export const CLIENT_VERSION = '0.1.1';
