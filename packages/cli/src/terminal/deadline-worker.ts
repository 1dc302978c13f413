import { workerData } from 'node:worker_threads'

// Has an event loop of its own, so that this happens whatever the main thread does.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData as number)
