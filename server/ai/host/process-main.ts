import { type EngineLimits, startEngineWorker } from './process.ts'

// The engine computes in a thread, so that this one can notice when the server has exited.
process.on('disconnect', () => process.exit())

const worker = startEngineWorker(JSON.parse(process.argv[2] ?? '') as EngineLimits)
process.on('message', (question) => worker.postMessage(question))
worker.on('message', (reply: object) => process.send?.(reply))
worker.on('error', (error) => {
  console.error(error)
  process.exit(1)
})
worker.on('exit', () => process.exit(1))
