import type { BackfillRequest, TaskProgressData } from '@tributary/contract'
import { formatQuantity } from '@tributary/core/numbers'
import {
  createPlatform,
  type Platform,
  PlatformError,
  type PlatformOptions,
} from '@tributary/platform'
import { findPlanWarnings, type TableHolder } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { parseDays } from '../flags/parse.ts'
import { addStoreFlags, requireStoreOptions, type StoreFlags } from '../flags/store.ts'
import { renderDuration } from '../render/duration.ts'
import { renderFailedInstances } from '../render/tasks.ts'
import { printable } from '../render/text.ts'
import { findOwnerCredentials } from '../session/ask-as-owner.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import { type WatchedTask, watchTask } from '../session/watch-task.ts'
import type { Run } from '../terminal/run.ts'

interface BackfillOptions extends StoreFlags {
  readonly workspace?: string
  readonly tenant?: string
  readonly days: number
}

const EXAMPLE = `
Example:
  $ tributary backfill flights_by_day 2001-01-01 2001-06-30 --days 7 \\
      --workspace examples/flights --data ./data

Ctrl-C stops the backfill between two instances; the rest continues when the service starts again. While a service works
on the same store, the service does the work and Ctrl-C only stops watching; if the service stops first, this command
takes over.`

/**
 * Adds `tributary backfill PLAN FROM TO`, which refreshes partitions of a plan and shows the progress; `end` gets the
 * exit code: 1 when an instance failed.
 */
export function addBackfill(command: Command, run: Run, end: (exitCode: number) => void): void {
  command
    .argument('<plan>', 'plan name or id')
    .argument('<from>', 'first day, YYYY-MM-DD')
    .argument('<to>', 'last day, inclusive')
    .option('--days <n>', 'days per task instance', parseDays, 1)
    .option('--workspace <dir>', 'folder with YAML files to apply first')
    .option('--tenant <id>', 'tenant, when the store has several')
    .addHelpText('after', EXAMPLE)
    .action(async (plan: string, from: string, to: string, options: BackfillOptions) =>
      end(await backfill(toBackfillRequest(plan, from, to, options.days), options, run)),
    )
  addStoreFlags(command)
}

/** The platform's default limit of instances that one tenant runs at once. */
const WORKERS = 2

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function toBackfillRequest(plan: string, from: string, to: string, days: number): BackfillRequest {
  const named = UUID.test(plan) ? { planId: plan } : { planName: plan }
  return { ...named, startTime: from, endTime: to, dateIntervalOfLot: days }
}

async function backfill(
  request: BackfillRequest,
  options: BackfillOptions,
  run: Run,
): Promise<number> {
  const { effects, progress, print } = run
  const place = requireStoreOptions(options, effects.cwd)
  const folder = options.workspace
  const workspace =
    folder === undefined ? {} : { workspace: await openWorkspace(folder, effects.cwd) }
  const platformOptions = {
    ...place,
    ...workspace,
    trustIdentityHeaders: true,
    onProgress: progress.show,
  }
  const { platform, describeRemaining, stalled, close } = await openToWork(platformOptions)
  try {
    effects.signal.throwIfAborted()
    const caller = await ownerIn(platform, options)
    const warnings = await listPlanWarnings(platform, request, options)
    const dagName = await platform.as(caller).createBackfill(request)
    const task = { platform, caller, dagName, describeRemaining, stalled }
    const over = await watchTask(task, run)
    print([
      ...warnings,
      ...(await renderTaskFailures(task, over)),
      formatBackfillSummary(dagName, over),
    ])
    return over.failed === 0 ? 0 : 1
  } finally {
    progress.clear()
    await close()
  }
}

interface Opened extends Pick<WatchedTask, 'platform' | 'describeRemaining' | 'stalled'> {
  readonly close: () => Promise<void>
}

const AFTERWARDS = 'the rest continues when the service starts again'

/**
 * Opens the platform with workers. When another process holds the folder and has workers, opens it without, to watch;
 * if that process ends first, the command starts workers of its own.
 */
async function openToWork(platformOptions: PlatformOptions): Promise<Opened> {
  try {
    const platform = await createPlatform({ ...platformOptions, workers: WORKERS })
    return {
      platform,
      describeRemaining: () => AFTERWARDS,
      stalled: async () => {},
      close: () => platform.close(),
    }
  } catch (error) {
    const holder = findTableHolder(error)
    if (holder === null || holder.workers === 0) throw error
    return openToWatch(platformOptions, holder)
  }
}

async function openToWatch(
  platformOptions: PlatformOptions,
  { pid }: TableHolder,
): Promise<Opened> {
  const platform = await createPlatform(platformOptions)
  let worker: Platform | null = null
  return {
    platform,
    describeRemaining: () =>
      worker === null
        ? `the rest continues in process ${pid}, which is working on the folder`
        : AFTERWARDS,
    stalled: async () => {
      worker ??= await createPlatform({ ...platformOptions, workers: WORKERS }).catch(
        (error: unknown) => {
          if (isInUse(error)) return null
          throw error
        },
      )
    },
    close: async () => {
      await worker?.close()
      await platform.close()
    },
  }
}

/** The process that holds the folder, when that is why the platform could not be opened; else null. */
function findTableHolder(error: unknown): TableHolder | null {
  if (!isInUse(error)) return null
  const { holder } = error.details as { readonly holder: TableHolder | null }
  return holder
}

function isInUse(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.code === 'PLATFORM_TABLES_IN_USE'
}

async function ownerIn(
  platform: Platform,
  { workspace: folder, tenant }: BackfillOptions,
): Promise<WatchedTask['caller']> {
  const definitions = await platform.definitions(tenant)
  return platform.authenticate(
    findOwnerCredentials(definitions, folder ?? `of tenant ${definitions.tenant}`),
  )
}

/** Warnings of the questions that the table of the plan cannot answer. */
async function listPlanWarnings(
  platform: Platform,
  { planId, planName }: BackfillRequest,
  { tenant }: BackfillOptions,
): Promise<readonly string[]> {
  const definitions = await platform.definitions(tenant)
  const plans = definitions.plans.filter(({ id, name }) => id === planId || name === planName)
  return findPlanWarnings(definitions, plans).map(({ message }) => printable(`warning: ${message}`))
}

async function renderTaskFailures(
  { platform, caller, dagName }: WatchedTask,
  { failed }: TaskProgressData,
): Promise<readonly string[]> {
  if (failed === 0) return []
  return renderFailedInstances({
    page: (pageIndex) => platform.as(caller).taskInstances({ dagName, pageIndex, pageSize: 1_000 }),
    messageOf: async (id) => (await platform.as(caller).taskInstance({ id })).msg,
  })
}

function formatBackfillSummary(dagName: string, over: TaskProgressData): string {
  const { done, failed, ratePerSecond } = over
  const ended = done + failed
  const parts = [`${dagName}: ${formatQuantity(done, 0)} of ${formatQuantity(ended, 0)} done`]
  if (failed > 0) parts.push(`${formatQuantity(failed, 0)} failed`)
  if (ratePerSecond === null) return parts.join(', ')
  const time = `in ${renderDuration(ended / ratePerSecond)}`
  return `${parts.join(', ')} ${time}, ${formatQuantity(ratePerSecond, 1)}/s`
}
