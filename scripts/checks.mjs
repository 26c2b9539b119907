/** Static checks that must pass before any test runs: a display name, and the arguments for Node. */
export const CHECKS = [
  ['Types', 'typescript/bin/tsc', '-b'],
  ['Lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  [
    'Format',
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-location=.cache/prettier',
    '.',
  ],
  ['Dead code', 'knip/bin/knip.js'],
].map(([name, bin, ...args]) => ({ name, args: [`node_modules/${bin}`, ...args] }))
