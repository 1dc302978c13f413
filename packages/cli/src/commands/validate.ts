import { readWorkspace, tableMistakes, type Workspace } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { renderProblem } from '../render/error.ts'
import { requireFolder } from '../session/open-workspace.ts'
import type { Run } from '../terminal/run.ts'

/** Adds `tributary validate DIR`, which prints every error of a workspace and of the tables that it reads; `end` gets the exit code: 1 when there is one. */
export function addValidate(program: Command, run: Run, end: (exitCode: number) => void): void {
  program
    .command('validate')
    .description('check a workspace and print every error in its YAML files and tables')
    .argument('<dir>', 'folder with the YAML files')
    .action(async (folder: string) => end(await validate(folder, run)))
}

async function validate(folder: string, run: Run): Promise<number> {
  const { cwd } = run.effects
  const path = await requireFolder(folder, cwd)
  const { workspace, problems } = await readWorkspace(path)
  const inFiles = problems.map((problem) => renderProblem(problem, cwd))
  // Only a workspace without errors says where its tables are.
  const lines = workspace === null ? inFiles : await tableMistakes(workspace)
  if (workspace !== null && lines.length === 0) {
    run.print([`${folder}: ${contentsOf(workspace)}, no errors`])
    return 0
  }
  run.print([...lines, `${folder}: ${counted(lines.length, 'error')}`])
  return 1
}

function contentsOf(workspace: Workspace): string {
  return [
    counted(workspace.datasets.length, 'dataset'),
    counted(workspace.dimensions.length, 'dimension'),
    counted(workspace.metrics.length, 'metric'),
  ].join(', ')
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
