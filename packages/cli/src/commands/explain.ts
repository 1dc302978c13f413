import type { TimeComparisonRequest } from '@tributary/contract'
import type { Caller, Platform } from '@tributary/platform'
import { type Command, Option } from 'commander'
import {
  collect,
  collectAttributes,
  parseNames,
  parseRows,
  type UserAttribute,
} from '../flags/parse.ts'
import { renderAttributionAnswer } from '../render/attribution-answer.ts'
import { askAsOwner } from '../session/ask-as-owner.ts'
import type { Run } from '../terminal/run.ts'

interface ExplainOptions {
  readonly workspace: string
  readonly current: string
  readonly compare: string
  readonly by: readonly string[]
  readonly filter?: readonly string[]
  readonly attribute?: readonly UserAttribute[]
  readonly average?: true
  readonly rows: number
  readonly json?: true
}

const EXAMPLE = `
Example:
  $ tributary explain average_delay --workspace examples/flights \\
      --current 'DateTrunc([metric_time], "MONTH") = "2001-06-01"' \\
      --compare 'DateTrunc([metric_time], "MONTH") = "2001-05-01"' \\
      --by origin_state,distance_band`

/** Adds `tributary explain METRIC`, which prints why a metric differs between two time ranges. */
export function addExplain(program: Command, run: Run): void {
  program
    .command('explain')
    .description('explain why a metric differs between two time ranges')
    .argument('<metric>', 'metric name, code or display name')
    .requiredOption('--workspace <dir>', 'folder with the YAML files')
    .requiredOption('--current <condition>', 'time range to explain')
    .requiredOption('--compare <condition>', 'time range to compare it with')
    .addOption(
      new Option('--by <dimensions>', 'dimensions to split the change by, separated by commas')
        .argParser(parseNames)
        .makeOptionMandatory(),
    )
    .option('--filter <condition>', 'keep only matching rows (repeatable)', collect)
    .option(
      '--attribute <name=value>',
      'user attribute for row conditions (repeatable)',
      collectAttributes,
    )
    .option('--average', 'compare averages per period instead of totals')
    .option('--rows <n>', 'rows to show per table for each direction of change', parseRows, 5)
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addHelpText('after', EXAMPLE)
    .action((metric: string, options: ExplainOptions) => explain(metric, options, run))
}

async function explain(metric: string, options: ExplainOptions, run: Run): Promise<void> {
  const request = requestOf(metric, options)
  await askAsOwner(options.workspace, run, async ({ platform, caller }) => {
    run.progress.show('asking')
    const { signal } = run.effects
    if (options.attribute !== undefined) await setAttributes(platform, caller, options.attribute)
    const contributions = options.json !== true
    const answer = await platform.compareTimes(caller, { ...request, contributions }, { signal })
    if (options.json) {
      run.print([JSON.stringify(answer, null, 2)])
      return
    }
    const title = `Why did ${metric} change?`
    const look = { paint: run.paint, width: run.effects.stdout.columns }
    run.print(renderAttributionAnswer({ title, request, answer, rows: options.rows, ...look }))
  })
}

/** The store of the command is in memory: the attributes last as long as the command. */
async function setAttributes(
  platform: Platform,
  caller: Caller,
  properties: readonly UserAttribute[],
): Promise<void> {
  const userPropertyRequests = [{ identityValue: caller.account, properties }]
  await platform.saveUserAttributes(caller, { identityType: 'USER_ACCOUNT', userPropertyRequests })
}

function requestOf(metric: string, options: ExplainOptions): TimeComparisonRequest {
  return {
    metric,
    dimensions: options.by,
    attribution: {
      attributionCalculateType: options.average ? 'AVG' : 'ALL',
      currentTimeConstraint: options.current,
      compareTimeConstraint: options.compare,
      filters: options.filter ?? [],
    },
  }
}
