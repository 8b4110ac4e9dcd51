interface ImportMetaEnv {
  /** Address of Paygate. */
  readonly VITE_PAYGATE_BASE_URL?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
