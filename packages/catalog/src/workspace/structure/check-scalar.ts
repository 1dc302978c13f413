import { nearNames } from '@tributary/core'
import { BROKEN, type DocumentPath, type Shape, type StructureReport } from './shape.ts'

/** Holds a value against a text shape; gives it back, or BROKEN. */
export function checkText(
  value: unknown,
  shape: Shape,
  path: DocumentPath,
  report: StructureReport,
): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const written = report.written(path) ?? `${value}`
    report.problem(path, `Expected text, found ${written}`, `put it in quotes: "${written}"`)
    return BROKEN
  }
  const problem = textProblem(value, shape)
  if (problem === null) return value
  report.problem(path, problem, null)
  return BROKEN
}

function textProblem(value: unknown, shape: Shape): string | null {
  if (typeof value !== 'string') return `Expected text, found ${describeValue(value)}`
  const length = [...value].length
  if (length < (shape.minLength ?? 0)) return 'Expected text, found an empty one'
  if (shape.maxLength !== undefined && length > shape.maxLength) {
    return `Expected at most ${shape.maxLength} characters, found ${length}`
  }
  if (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value)) {
    return `Expected ${shape.patternErrorMessage ?? shape.pattern}, found ${describeValue(value)}`
  }
  return null
}

/** Holds a value against a shape of whole numbers; gives it back, or BROKEN. */
export function checkInteger(
  value: unknown,
  { minimum = 0 }: Shape,
  path: DocumentPath,
  report: StructureReport,
): unknown {
  if (Number.isSafeInteger(value) && Number(value) >= minimum) return value
  report.problem(
    path,
    `Expected a whole number from ${minimum}, found ${describeValue(value)}`,
    null,
  )
  return BROKEN
}

/** Holds a value against the allowed ones; gives it back, or BROKEN. */
export function checkConstant(
  value: unknown,
  allowed: readonly unknown[],
  path: DocumentPath,
  report: StructureReport,
): unknown {
  if (allowed.includes(value)) return value
  const words = allowed.map(String)
  const expected = words.length === 1 ? words[0] : `one of ${words.join(', ')}`
  const near = typeof value === 'string' ? nearNames(value, words)[0] : undefined
  const hint = near === undefined ? null : `did you mean "${near}"?`
  report.problem(path, `Expected ${expected}, found ${describeValue(value)}`, hint)
  return BROKEN
}

/** The JSON type of a value; `array` and `null` are types of their own. */
export function getJsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A JSON type in words for the author of a file. */
export function describeJsonType(type: string | undefined): string {
  const nouns: Readonly<Record<string, string>> = {
    object: 'keys and values',
    array: 'a list',
    string: 'text',
    boolean: 'true or false',
  }
  return nouns[type ?? ''] ?? 'a value'
}

/** A value in words, as something that was found. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'object') return describeJsonType(getJsonType(value))
  if (typeof value !== 'string') return `${value}`
  const maskedText = value.replace(USER_AND_PASSWORD, '…@')
  return `"${maskedText.length > 60 ? `${maskedText.slice(0, 60)}…` : maskedText}"`
}

/** User and password before the host of an address; no message repeats them. */
const USER_AND_PASSWORD = /\S*:\S*@/
