import {
  calendarFindings,
  type PlanWarning,
  planWarnings,
  readWorkspace,
  type SourceFinding,
  sourceFindings,
  type Workspace,
  type WorkspaceProblem,
} from '@tributary/platform/internal'
import type { Command } from 'commander'
import { addBadRowsFlag, type BadRowsFlag, withBadRows } from '../flags/bad-rows.ts'
import { renderProblem } from '../render/error.ts'
import { counted, printable } from '../render/text.ts'
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

/** What is found: mistakes in YAML, findings in data, and plans that do not answer what they are made for. */
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
  const count = findings.problems.length + errorsOf(findings.sources).length
  if (json) run.print([JSON.stringify(toJson(findings), null, 2)])
  else run.print([...linesOf(findings, run.effects.cwd), summaryOf(folder, findings, count)])
  return count === 0 ? 0 : 1
}

async function findingsIn(
  path: string,
  maxBadRows: number | undefined,
  { progress }: Run,
): Promise<Findings> {
  const { workspace: whole, problems } = await readWorkspace(path)
  // A missing file does not keep the others from being read.
  const read = whole ?? (await readWorkspace(path, { seeksData: false })).workspace
  if (read === null) return { problems, sources: [], plans: [], workspace: read }
  const workspace = withBadRows(read, maxBadRows)
  try {
    const inData = await sourceFindings(workspace, progress.show)
    const { workspace: dated, findings } = await calendarFindings(workspace, inData)
    const plans = findings.length === 0 ? planWarnings(dated) : []
    return { problems, sources: [...inData, ...findings], plans, workspace: dated }
  } finally {
    progress.clear()
  }
}

function errorsOf(sources: readonly SourceFinding[]): readonly SourceFinding[] {
  return sources.filter(({ severity }) => severity === 'ERROR')
}

function warningsOf({ sources, plans }: Findings): readonly string[] {
  const ofSources = sources.filter(({ severity }) => severity === 'WARNING')
  return [...ofSources, ...plans].map(({ message }) => message)
}

function linesOf(findings: Findings, cwd: string): readonly string[] {
  return [
    ...findings.problems.map((problem) => renderProblem(problem, cwd)),
    ...errorsOf(findings.sources).map(({ message }) => printable(message)),
    ...warningsOf(findings).map((message) => printable(`warning: ${message}`)),
  ]
}

function summaryOf(folder: string, findings: Findings, errors: number): string {
  const warnings = warningsOf(findings).length
  const parts = [
    ...(errors === 0 && findings.workspace !== null ? [contentsOf(findings.workspace)] : []),
    errors === 0 ? 'no errors' : counted(errors, 'error'),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ]
  return `${folder}: ${parts.join(', ')}`
}

/** One shape for all findings; fields that a finding does not have are null. */
function toJson({ problems, sources, plans, workspace }: Findings): object {
  const none = { code: null, file: null, line: null, column: null, path: null, suggestion: null }
  const data = { datasets: [], dataColumn: null, plan: null, metric: null }
  const found = [
    ...problems.map((problem) => ({ severity: 'ERROR', ...none, ...data, ...problem })),
    ...sources.map(({ column: dataColumn, ...finding }) => {
      return { ...none, ...data, ...finding, dataColumn }
    }),
    ...plans.map((warning) => ({ severity: 'WARNING', ...none, ...data, ...warning })),
  ]
  return {
    errors: found.filter(({ severity }) => severity === 'ERROR'),
    warnings: found.filter(({ severity }) => severity === 'WARNING'),
    contents: workspace && {
      datasets: workspace.datasets.length,
      dimensions: workspace.dimensions.length,
      metrics: workspace.metrics.length,
    },
  }
}

function contentsOf(workspace: Workspace): string {
  return [
    counted(workspace.datasets.length, 'dataset'),
    counted(workspace.dimensions.length, 'dimension'),
    counted(workspace.metrics.length, 'metric'),
  ].join(', ')
}
