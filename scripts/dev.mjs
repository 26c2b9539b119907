// Restarts the server when its sources change; Vite serves the page with hot replacement and proxies /api.
import { spawn } from 'node:child_process'
import { root } from './root.mjs'

const children = [
  spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=shared', '--watch-path=engine', '--watch-preserve-output', 'server/main.ts'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  ),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', '5173'], { cwd: root, stdio: 'inherit' }),
]
for (const child of children) child.on('exit', (code) => stop(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))

let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
