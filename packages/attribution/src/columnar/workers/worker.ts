import { parentPort } from 'node:worker_threads'
import { type JobResult, runJob } from '../aggregate/pass.ts'
import { listPlannedJobs, planRows } from '../aggregate/request-plan.ts'
import { createTableRegistry, type TableRegistry } from '../select/table-registry.ts'
import { type FromWorker, NEXT_JOB, STOPPED, type ToWorker } from './messages.ts'

/** Runs a thread of a pool: it plans a request as the main thread does and takes jobs until none is left. */
function listen(port: NonNullable<typeof parentPort>): void {
  let registry: TableRegistry | null = null
  const tell = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer)
  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'tables':
        registry = createTableRegistry(message.tables)
        return
      case 'derived':
        registry!.adopt(message.derived)
        return
      case 'prepare':
        try {
          planRows(message.request, registry!, 1)
        } catch {
          // The request fails on the calling thread as well, which reports the error.
        }
        tell({ kind: 'prepared', id: message.id, derived: registry!.derived() })
        return
      case 'request':
        try {
          doJobs(registry!, message, tell)
          tell({ kind: 'done', id: message.id })
        } catch (error) {
          tell({ kind: 'failed', id: message.id, error })
        }
    }
  })
}

function doJobs(
  registry: TableRegistry,
  { id, request, parts, control }: ToWorker & { readonly kind: 'request' },
  tell: (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void,
): void {
  const jobs = listPlannedJobs(planRows(request, registry, parts).plan)
  for (;;) {
    const job = Atomics.add(control, NEXT_JOB, 1)
    const plannedJob = jobs[job]
    if (plannedJob === undefined) return
    const work = runJob(plannedJob.pass, plannedJob.job)
    let step = work.next()
    while (step.done !== true) {
      if (Atomics.load(control, STOPPED) === 1) return
      step = work.next()
    }
    tell({ kind: 'result', id, job, result: step.value }, listTransferBuffers(step.value))
  }
}

/** The buffers of a result, which are transferred instead of copied. */
function listTransferBuffers(result: JobResult): readonly ArrayBuffer[] {
  const arrays =
    result.kind === 'sums'
      ? result.totals.flatMap(({ keys, records }) => [keys, records])
      : result.values.flatMap(({ keys, values }) => [keys, values])
  const buffers = arrays.flatMap((array) => (array === null ? [] : [array.buffer]))
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer)
}

listen(parentPort!)
