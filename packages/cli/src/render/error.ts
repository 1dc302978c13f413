import type { TributaryError } from '@tributary/core'
import type { WorkspaceProblem } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { displayWidth, printable, shownPath } from './text.ts'

/**
 * The lines of an error: its message; when it points into a text, that line with carets below the place; an example of what
 * would work; its code.
 */
export function renderError(error: TributaryError, paint: Paint): readonly string[] {
  // A message that lists errors has several lines; control characters in what it quotes are escaped.
  const message = error.message.split('\n').map(printable).join('\n')
  return [
    `${paint('error', 'error:')} ${message}`,
    ...excerpt(error.details, paint).map((line) => `  ${line}`),
    ...renderErrorExample(error.details),
    paint('faint', `  ${error.code}`),
  ]
}

function excerpt(details: TributaryError['details'], paint: Paint): readonly string[] {
  const { text, span } = details
  if (typeof text !== 'string' || !isSpan(span) || span.start > text.length) return []
  const begin = text.lastIndexOf('\n', span.start - 1) + 1
  const nextBreak = text.indexOf('\n', span.start)
  const end = nextBreak === -1 ? text.length : nextBreak
  const before = displayWidth(printable(text.slice(begin, span.start)))
  const marked = displayWidth(printable(text.slice(span.start, Math.min(span.end, end))))
  const carets = ' '.repeat(before) + paint('error', '^'.repeat(Math.max(1, marked)))
  return ['', printable(text.slice(begin, end)), carets]
}

function renderErrorExample({ example }: TributaryError['details']): readonly string[] {
  return typeof example === 'string' ? [`  for example: ${printable(example)}`] : []
}

function isSpan(value: unknown): value is { readonly start: number; readonly end: number } {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value
}

/**
 * `file:line:column path: message (suggestion)`, a form that editors and terminals open on a click. Always one line;
 * control characters are escaped.
 */
export function renderProblem(problem: WorkspaceProblem, cwd: string): string {
  const place = `${shownPath(problem.file, cwd)}:${problem.line}:${problem.column}`
  const path = problem.path === '' ? '' : ` ${problem.path}`
  const suggestion = problem.suggestion === null ? '' : ` (${problem.suggestion})`
  return printable(`${place}${path}: ${problem.message}${suggestion}`)
}
