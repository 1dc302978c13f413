import { createPlatform } from '@tributary/platform'
import { type Command, Option } from 'commander'
import { workerStoreError } from '../errors.ts'
import { parseWorkers } from '../flags/parse.ts'
import { logFaults } from '../session/serve.ts'
import { interrupted } from '../terminal/effects.ts'
import type { Run } from '../terminal/run.ts'

interface WorkerOptions {
  readonly store?: string
  readonly data?: string
  readonly workers: number
}

const EXAMPLE = `
Example:
  $ tributary start --store postgres://tributary@db/tributary --workers 0
  $ tributary worker --store postgres://tributary@db/tributary --workers 4

Any number of workers may run, on any number of machines that reach the database and the data files. Ctrl-C ends one in
order: what it has not finished is given back, and another worker takes it. The clocks of the machines must agree to a
few seconds.`

/** Adds `tributary worker`, which works on the tasks of a service until it is ended. */
export function addWorker(program: Command, run: Run): void {
  program
    .command('worker')
    .description('refresh the tables of plans for a service whose store is a PostgreSQL')
    .option('--store <url>', 'the PostgreSQL of the service: postgres://USER@HOST/DATABASE')
    .option('--workers <n>', 'how many instances to work on at once', parseWorkers, 2)
    // Whoever thinks of it is told why it is none.
    .addOption(new Option('--data <dir>').hideHelp())
    .addHelpText('after', EXAMPLE)
    .action((options: WorkerOptions) => work(options, run))
}

async function work({ store, data, workers }: WorkerOptions, run: Run): Promise<void> {
  if (store === undefined || data !== undefined) throw workerStoreError()
  const { effects, progress, print } = run
  const onFault = logFaults(effects.stderr)
  const platform = await createPlatform({ store, workers, onFault, onProgress: progress.show })
  try {
    await platform.openTenants()
    effects.signal.throwIfAborted()
    print([`working on up to ${workers} ${workers === 1 ? 'instance' : 'instances'} at once`])
    await interrupted(effects.signal)
  } finally {
    progress.clear()
    await platform.close()
  }
}
