/**
 * The Go programs among the checks spend half their time collecting garbage; they may use four gigabytes before they do.
 */
const ROOMY = { GOGC: 'off', GOMEMLIMIT: '4GiB' }

const check = (name, env, bin, ...args) => ({ name, env, args: [`node_modules/${bin}`, ...args] })

/** Static checks that must pass before any test runs: a display name, environment variables, and arguments for Node. */
export const CHECKS = [
  check('Types', ROOMY, 'typescript/bin/tsc', '-b'),
  check('Lint', ROOMY, 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  check(
    'Format',
    {},
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-location=.cache/prettier',
    '.',
  ),
  check('Dead code', {}, 'knip/bin/knip.js'),
  { name: 'Texts', env: {}, args: ['scripts/texts.mjs', '--check'] },
]
