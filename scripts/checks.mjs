/**
 * The Go programs among the checks spend half their time collecting garbage; they may use four gigabytes before they do.
 */
const ROOMY = { GOGC: 'off', GOMEMLIMIT: '4GiB' }

/** Static checks that must pass before any test runs: a display name, arguments for Node, and environment variables. */
export const CHECKS = [
  ['Types', ROOMY, 'typescript/bin/tsc', '-b'],
  ['Lint', ROOMY, 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  [
    'Format',
    {},
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-location=.cache/prettier',
    '.',
  ],
  ['Dead code', {}, 'knip/bin/knip.js'],
].map(([name, env, bin, ...args]) => ({ name, env, args: [`node_modules/${bin}`, ...args] }))
