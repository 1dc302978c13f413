import { createPlatform } from '@tributary/platform'
import { type Command, Option } from 'commander'
import { createCliError } from '../errors.ts'
import { parseWorkers } from '../flags/parse.ts'
import { logFaults } from '../session/serve.ts'
import { waitForInterrupt } from '../terminal/effects.ts'
import type { Run } from '../terminal/run.ts'

interface WorkerOptions {
  readonly store?: string
  readonly data?: string
  readonly workers: number
}

const EXAMPLE = `
Examples:
  $ tributary start --store postgres://tributary@db/tributary --workers 0
  $ tributary worker --store postgres://tributary@db/tributary --workers 4

Run any number of workers, on any machines that reach the database and the data files. Ctrl-C stops a worker cleanly:
it gives unfinished instances back, and another worker takes them. The clocks of the machines must agree to within a
few seconds.`

/** Adds `tributary worker`, which runs the tasks of a service until it is interrupted. */
export function addWorker(command: Command, run: Run): void {
  command
    .option('--store <url>', 'PostgreSQL store of the service: postgres://USER@HOST/DATABASE')
    .option('--workers <n>', 'task instances to run at once', parseWorkers, 2)
    // Accepted so that the error can say why a worker cannot use it.
    .addOption(new Option('--data <dir>').hideHelp())
    .addHelpText('after', EXAMPLE)
    .action((options: WorkerOptions) => work(options, run))
}

/** How long instances that run may take to end, in milliseconds. */
const CLOSE_TIMEOUT = 10_000

async function work({ store, data, workers }: WorkerOptions, run: Run): Promise<void> {
  if (store === undefined || data !== undefined) throw createCliError('workerStore')
  const { effects, progress, print } = run
  const onFault = logFaults(effects.stderr)
  const platform = await createPlatform({ store, workers, onFault, onProgress: progress.show })
  try {
    await platform.openTenants()
    effects.signal.throwIfAborted()
    print([`running up to ${workers} ${workers === 1 ? 'instance' : 'instances'} at once`])
    await waitForInterrupt(effects.signal)
    effects.exitWithin(CLOSE_TIMEOUT)
  } finally {
    progress.clear()
    await platform.close()
  }
}
