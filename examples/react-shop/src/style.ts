/** A stylesheet for a narrow column; it follows the colours of the system. */
export const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 22rem; margin: 3rem auto; padding: 0 1rem; }
  form, .step { display: grid; gap: 0.75rem; }
  label { display: grid; gap: 0.25rem; font-weight: 600; }
  input, button { font: inherit; padding: 0.6rem 0.75rem; border-radius: 0.5rem; border: 1px solid #7a7a7a; }
  input { font-weight: 400; }
  input[autocomplete='one-time-code'] { font-size: 1.5rem; letter-spacing: 0.4em; text-align: center; }
  input[aria-invalid='true'] { border-color: #c0261f; outline: 2px solid #c0261f; }
  button { background: #12604a; color: #fff; border-color: #12604a; font-weight: 600; cursor: pointer; }
  button:disabled { opacity: 0.6; cursor: default; }
  button.quiet { background: none; color: inherit; }
  [role='alert']:not(:empty) { color: #c0261f; margin: 0; font-weight: 600; }
`;
