/** Boundaries between projects are ESLint's; this finds import cycles between files, type imports included. */
export default {
  forbidden: [
    {
      name: 'no-import-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: '^(apps|libs|tools|deploy)/',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
