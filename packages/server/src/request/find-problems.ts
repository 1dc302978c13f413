import { FORMS } from '@tributary/contract/internal'
import type { TLocalizedValidationError } from 'typebox/error'
import type { FieldProblem } from '../errors.ts'

/**
 * Turns the errors of a schema into problems of `value`: one per field, in the order of the schema. Where an
 * alternative of a union failed at a deeper field, only the deeper problem is given.
 */
export function findProblems(
  value: unknown,
  findings: readonly TLocalizedValidationError[],
): readonly FieldProblem[] {
  const byPointer = new Map<string, TLocalizedValidationError[]>()
  for (const finding of findings) {
    for (const pointer of toPointers(finding)) {
      const sameFindings = byPointer.get(pointer)
      if (sameFindings === undefined) byPointer.set(pointer, [finding])
      else sameFindings.push(finding)
    }
  }
  const pointers = [...byPointer.keys()]
  return pointers
    .filter((pointer) => !pointers.some((longer) => longer.startsWith(`${pointer}/`)))
    .map((pointer) => problemAt(value, pointer, byPointer.get(pointer)!))
}

/** The paths of an error; a missing property is a problem of the property, not of the object. */
function toPointers(finding: TLocalizedValidationError): readonly string[] {
  if (finding.keyword !== 'required') return [finding.instancePath]
  const names = finding.params.requiredProperties
  return names.map((name) => `${finding.instancePath}/${escapeName(name)}`)
}

function problemAt(
  root: unknown,
  pointer: string,
  findings: readonly TLocalizedValidationError[],
): FieldProblem {
  let value = root
  let path = ''
  for (const escaped of pointer.split('/').slice(1)) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) path += `[${name}]`
    else path += path === '' ? name : `.${name}`
    value = getChild(value, name)
  }
  if (value === undefined) return { path, expected: 'given', found: null }
  return { path, expected: expectedBy(findings), found: foundBy(value, path, findings) }
}

function getChild(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function expectedBy(findings: readonly TLocalizedValidationError[]): string {
  const wanted = findings.flatMap((finding) => wantedBy(finding) ?? [])
  return wanted.length === 0 ? 'as documented' : [...new Set(wanted)].join(' or ')
}

function wantedBy(finding: TLocalizedValidationError): string | null {
  switch (finding.keyword) {
    case 'type':
      return [finding.params.type]
        .flat()
        .map((type) => NOUN_OF_TYPE[type] ?? type)
        .join(' or ')
    case 'enum':
      return listAlternatives(finding.params.allowedValues)
    case 'minLength':
      return finding.params.limit === 1
        ? 'not empty'
        : `at least ${finding.params.limit} characters`
    case 'maxLength':
      return `at most ${finding.params.limit} characters`
    case 'minItems':
      return `a list of at least ${finding.params.limit}`
    case 'maxItems':
      return `a list of at most ${finding.params.limit}`
    case 'pattern':
      return (
        MEANINGS.get(String(finding.params.pattern)) ??
        `a text of the form ${finding.params.pattern}`
      )
    case 'minimum':
      return `${finding.params.limit} or more`
    case 'maximum':
      return `${finding.params.limit} or less`
    case 'minProperties':
      return `an object with at least ${formatCount(finding.params.limit, 'key')}`
    case 'maxProperties':
      return `an object with at most ${formatCount(finding.params.limit, 'key')}`
    case 'anyOf':
      return null
    default:
      return finding.message
  }
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function listAlternatives(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

/** The meaning of each pattern of the contract. */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.values(FORMS).map(({ pattern, meaning }) => [pattern, meaning]),
)

const NOUN_OF_TYPE: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const COUNTED_KEYS: ReadonlySet<string> = new Set(['minProperties', 'maxProperties'])

/** Describes what was found. A text that is too long is not repeated, because it may be a secret. */
function foundBy(
  value: unknown,
  path: string,
  findings: readonly TLocalizedValidationError[],
): string {
  if (findings.some((finding) => finding.keyword === 'maxLength')) return 'a longer one'
  const isTooMany = findings.some((finding) => finding.keyword === 'maxItems')
  if (isTooMany && Array.isArray(value)) return `a list of ${value.length}`
  const isMiscounted = findings.some(({ keyword }) => COUNTED_KEYS.has(keyword))
  if (isMiscounted)
    return `an object with ${formatCount(Object.keys(value as object).length, 'key')}`
  return path === '' && value === null ? 'nothing' : describe(value)
}

/** Describes a value in a few words; at most 40 characters of a text. */
function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return `the ${typeof value} ${String(value)}`
  const excerpt = value.length <= 40 ? value : `${value.slice(0, 40)}…`
  return value === '' ? 'an empty string' : `the string ${JSON.stringify(excerpt)}`
}

function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
