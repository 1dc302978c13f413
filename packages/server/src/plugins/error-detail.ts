import type { TributaryError } from '@tributary/core'
import type { FieldProblem } from '../errors.ts'

/**
 * The text of `detailErrorMsg`: the error code, then path, position, suggestions and further problems from the
 * error's details. At most {@link DETAIL_LIMIT} UTF-16 code units.
 */
export function describeDetail(error: TributaryError, code: string = error.code): string {
  const details = error.details as Details
  const parts = [
    details.path ? `path ${details.path}` : null,
    describePosition(details),
    describeSuggestion(details),
    ...describeProblems(details),
    ...describeDiagnostics(details),
  ]
  const sentences = parts.filter((part) => part !== null)
  return truncate(
    sentences.length === 0 ? `${code}: ${error.message}` : `${code}: ${sentences.join('; ')}`,
    DETAIL_LIMIT,
  )
}

/** Cuts `text` to at most `limit` UTF-16 code units, ending with an ellipsis when it is cut. */
export function truncate(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(HALF_CHARACTER, '')}…`
}

/** The longest `detailErrorMsg` that is sent. */
const DETAIL_LIMIT = 2_048

const HALF_CHARACTER = /[\uD800-\uDBFF]$/

/** The details that errors of all packages share. */
interface Details {
  readonly path?: string
  readonly line?: number
  readonly column?: number
  readonly span?: { readonly start: number; readonly end: number }
  readonly suggestions?: readonly string[]
  readonly problems?: readonly FieldProblem[]
  readonly diagnostics?: readonly {
    readonly name: string
    readonly message: string
    readonly fixes?: readonly { readonly title: string }[]
  }[]
}

function describePosition({ line, column, span }: Details): string | null {
  if (line !== undefined) return `line ${line}, column ${column}`
  return span === undefined ? null : `characters ${span.start + 1} to ${span.end}`
}

function describeSuggestion({ suggestions = [] }: Details): string | null {
  return suggestions.length === 0 ? null : `did you mean ${suggestions.join(' or ')}?`
}

function describeProblems({ problems = [] }: Details): readonly string[] {
  return problems.map(({ path, expected, found: actual }) => {
    const subject = path === '' ? 'it' : path
    return actual === null
      ? `${subject} is missing`
      : `${subject} must be ${expected}, found ${actual}`
  })
}

/** The fix of the first diagnostic, whose sentence is the error's message; then the others with sentence and fix. */
function describeDiagnostics({ diagnostics = [] }: Details): readonly string[] {
  return diagnostics.flatMap(({ name, message, fixes }, index) => [
    ...(index === 0 ? [] : [`${name}: ${message}`]),
    ...(fixes?.[0] === undefined ? [] : [`fix: ${fixes[0].title}`]),
  ])
}
