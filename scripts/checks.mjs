/** What must hold of the sources before any test runs: a name for people, and what Node runs. */
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
