import type { WorkspaceProblem } from '@tributary/platform'
import { shownPath } from '../shown-path.ts'
import { printable } from './printable.ts'

/**
 * `file:line:column path: message (suggestion)`, the form that editors and terminals open on a click. One line,
 * whatever the file says: what it quotes cannot steer the terminal.
 */
export function renderProblem(problem: WorkspaceProblem, cwd: string): string {
  const place = `${shownPath(problem.file, cwd)}:${problem.line}:${problem.column}`
  const path = problem.path === '' ? '' : ` ${problem.path}`
  const suggestion = problem.suggestion === null ? '' : ` (${problem.suggestion})`
  return printable(`${place}${path}: ${problem.message}${suggestion}`)
}
