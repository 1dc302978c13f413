import {
  findCalendarFindings,
  findPlanWarnings,
  findSourceFindings,
  type PlanWarning,
  readWorkspace,
  type SourceFinding,
  type Workspace,
  type WorkspaceProblem,
} from '@tributary/platform/internal'
import type { Command } from 'commander'
import { addBadRowsFlag, type BadRowsFlag, withBadRows } from '../flags/bad-rows.ts'
import { renderProblem } from '../render/error.ts'
import { formatNounCount, printable } from '../render/text.ts'
import { requireFolder } from '../session/open-workspace.ts'
import type { Run } from '../terminal/run.ts'

interface ValidateOptions extends BadRowsFlag {
  readonly json?: true
}

/**
 * Adds `tributary validate DIR`, which prints everything that is wrong in a workspace, its files and its tables; `end` gets
 * the exit code: 1 for an error.
 */
export function addValidate(command: Command, run: Run, end: (exitCode: number) => void): void {
  command
    .argument('<dir>', 'folder with the YAML files')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, options: ValidateOptions) =>
      end(await validate(folder, options, run)),
    )
  addBadRowsFlag(command)
}

/** The findings: mistakes in YAML, findings in data, and plans that do not answer what they are made for. */
interface Findings {
  readonly problems: readonly WorkspaceProblem[]
  readonly sources: readonly SourceFinding[]
  readonly plans: readonly PlanWarning[]
  /** Null when the YAML has a mistake other than a missing data file. */
  readonly workspace: Workspace | null
}

async function validate(
  folder: string,
  { json, maxBadRows }: ValidateOptions,
  run: Run,
): Promise<number> {
  const path = await requireFolder(folder, run.effects.cwd)
  const findings = await findingsIn(path, maxBadRows, run)
  const count = findings.problems.length + pickSourceErrors(findings.sources).length
  if (json) run.print([JSON.stringify(toJson(findings), null, 2)])
  else
    run.print([
      ...renderFindings(findings, run.effects.cwd),
      formatValidationSummary(folder, findings, count),
    ])
  return count === 0 ? 0 : 1
}

async function findingsIn(
  path: string,
  maxBadRows: number | undefined,
  { progress }: Run,
): Promise<Findings> {
  const { workspace: completeWorkspace, problems } = await readWorkspace(path)
  // A missing file does not keep the others from being read.
  const read = completeWorkspace ?? (await readWorkspace(path, { seeksData: false })).workspace
  if (read === null) return { problems, sources: [], plans: [], workspace: read }
  const workspace = withBadRows(read, maxBadRows)
  try {
    const inData = await findSourceFindings(workspace, progress.show)
    const { workspace: dated, findings } = await findCalendarFindings(workspace, inData)
    const plans = findings.length === 0 ? findPlanWarnings(dated) : []
    return { problems, sources: [...inData, ...findings], plans, workspace: dated }
  } finally {
    progress.clear()
  }
}

function pickSourceErrors(sources: readonly SourceFinding[]): readonly SourceFinding[] {
  return sources.filter(({ severity }) => severity === 'ERROR')
}

function listFindingWarnings({ sources, plans }: Findings): readonly string[] {
  const ofSources = sources.filter(({ severity }) => severity === 'WARNING')
  return [...ofSources, ...plans].map(({ message }) => message)
}

function renderFindings(findings: Findings, cwd: string): readonly string[] {
  return [
    ...findings.problems.map((problem) => renderProblem(problem, cwd)),
    ...pickSourceErrors(findings.sources).map(({ message }) => printable(message)),
    ...listFindingWarnings(findings).map((message) => printable(`warning: ${message}`)),
  ]
}

function formatValidationSummary(folder: string, findings: Findings, errors: number): string {
  const warnings = listFindingWarnings(findings).length
  const parts = [
    ...(errors === 0 && findings.workspace !== null ? [describeContents(findings.workspace)] : []),
    errors === 0 ? 'no errors' : formatNounCount(errors, 'error'),
    ...(warnings === 0 ? [] : [formatNounCount(warnings, 'warning')]),
  ]
  return `${folder}: ${parts.join(', ')}`
}

/** One shape for all findings; fields that a finding does not have are null. */
function toJson({ problems, sources, plans, workspace }: Findings): object {
  const none = { code: null, file: null, line: null, column: null, path: null, suggestion: null }
  const data = { datasets: [], dataColumn: null, plan: null, metric: null }
  const findings = [
    ...problems.map((problem) => ({ severity: 'ERROR', ...none, ...data, ...problem })),
    ...sources.map(({ column: dataColumn, ...finding }) => {
      return { ...none, ...data, ...finding, dataColumn }
    }),
    ...plans.map((warning) => ({ severity: 'WARNING', ...none, ...data, ...warning })),
  ]
  return {
    errors: findings.filter(({ severity }) => severity === 'ERROR'),
    warnings: findings.filter(({ severity }) => severity === 'WARNING'),
    contents: workspace && {
      datasets: workspace.datasets.length,
      dimensions: workspace.dimensions.length,
      metrics: workspace.metrics.length,
    },
  }
}

function describeContents(workspace: Workspace): string {
  return [
    formatNounCount(workspace.datasets.length, 'dataset'),
    formatNounCount(workspace.dimensions.length, 'dimension'),
    formatNounCount(workspace.metrics.length, 'metric'),
  ].join(', ')
}
