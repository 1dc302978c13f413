import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from a file of this repository, run from source or compiled.
 *
 * @param importer - `import.meta.url` of the calling module.
 * @param path - Path of the worker's module from the calling one, with the ending `.ts`: `'./worker.ts'`. A compiled caller starts `./worker.js`.
 */
export function startWorker(importer: string, path: string, options: WorkerOptions = {}): Worker {
  const isSource = importer.endsWith('.ts')
  const file = isSource ? path : path.replace(/\.ts$/, '.js')
  // From source, the other packages' sources are found by this condition.
  const execArgv = isSource ? ['--conditions=@tributary/source'] : []
  return new Worker(new URL(file, importer), { execArgv, ...options })
}
