import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from a file of this repository, run from source or compiled.
 *
 * @param importer - `import.meta.url` of the calling module.
 * @param path - Path of the worker's module from the calling one, with the ending `.ts`: `'./worker.ts'`. A compiled caller starts `./worker.js`.
 */
export function startWorker(importer: string, path: string, options: WorkerOptions = {}): Worker {
  const file = importer.endsWith('.ts') ? path : path.replace(/\.ts$/, '.js')
  return new Worker(new URL(file, importer), { execArgv: [], ...options })
}
