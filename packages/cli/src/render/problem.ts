import type { WorkspaceProblem } from '@tributary/platform'
import { shownPath } from '../shown-path.ts'

/** `file:line:column path: message (suggestion)`, the form that editors and terminals open on a click. */
export function renderProblem(problem: WorkspaceProblem, cwd: string): string {
  const place = `${shownPath(problem.file, cwd)}:${problem.line}:${problem.column}`
  const path = problem.path === '' ? '' : ` ${problem.path}`
  const suggestion = problem.suggestion === null ? '' : ` (${problem.suggestion})`
  return `${place}${path}: ${problem.message}${suggestion}`
}
