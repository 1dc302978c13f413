import type { FunctionDefinition } from '../functions/definition.ts'
import { FUNCTIONS, formatSignature } from '../functions/registry.ts'
import { FORBIDDEN } from '../syntax/characters.ts'
import { findGrainWord, GRAIN_WORDS, isFinerThanDay } from '../time/grains.ts'
import { PLAIN_CALENDAR, wordsIn } from '../time/work-calendar.ts'
import type { Column, Field } from '../tree/expr.ts'
import { printName, printText } from '../tree/literals.ts'
import type { Span } from '../tree/span.ts'
import { commonType, type ValueType } from '../values/value-type.ts'
import {
  bestMatches,
  type Candidate,
  type Completion,
  type CursorContext,
  plainCompletion,
} from './completion.ts'
import { innermost, parameterAt } from './cursor-state.ts'
import { nameOfToken, typeOfName, typeOfToken } from './name-types.ts'

interface Named {
  readonly label: string
  readonly name: Field | Column
}

/** The names of the scope that match what is typed; a time with its grains once `__` is typed. */
export function nameCandidates(place: CursorContext): readonly Candidate[] {
  const typed = plainText(place.partial.typed)
  const suits = wantsType(place)
  return [
    ...bestMatches(fields(place), typed, place.limit),
    ...bestMatches(columns(place), typed, place.limit),
    ...bestMatches(eachGrainedName(place, typed), typed, place.limit),
  ].flatMap(({ candidate: { label, name }, fit }) => {
    const type = typeOfName(name, place.scope)
    const insert = printName(name)
    if (type === null || FORBIDDEN.test(insert)) return []
    const description = place.scope.describe?.(name)?.description ?? null
    const { span } = place.partial
    const completion = { kind: name.kind, label, span, insert, signature: null, type, description }
    return [{ completion, fit, suits: suits(type) }]
  })
}

/** The typed part of a name, without the quotes of `['dataset'/'column']`. */
function plainText(typed: string): string {
  return typed
    .replace(/^'/, '')
    .replace(/'\s*\/\s*'?/, '/')
    .replace(/'$/, '')
}

function* fields({ scope, partial }: CursorContext): Iterable<Named> {
  for (const name of scope.names()) {
    if (name !== '') yield { label: name, name: { kind: 'field', name, span: partial.span } }
  }
}

function* columns({ scope, partial }: CursorContext): Iterable<Named> {
  for (const { dataset, column } of scope.columns?.() ?? []) {
    const name = { kind: 'column', dataset, column, span: partial.span } as const
    yield { label: `${dataset}/${column}`, name }
  }
}

function* eachGrainedName({ scope, partial }: CursorContext, typed: string): Iterable<Named> {
  const at = typed.lastIndexOf('__')
  if (at <= 0) return
  const base: Field = { kind: 'field', name: typed.slice(0, at), span: partial.span }
  const type = typeOfName(base, scope)
  if (type !== 'DATE' && type !== 'TIMESTAMP') return
  for (const grain of wordsIn(scope.calendar ?? PLAIN_CALENDAR, GRAIN_WORDS)) {
    if (type === 'DATE' && isFinerThanDay(grain)) continue
    const label = `${base.name}__${grain.toLowerCase()}`
    yield { label, name: { ...base, name: label } }
  }
}

/** Whether a type is expected at the cursor: by the parameter of a call, or by the other side of a comparison. */
function wantsType(place: CursorContext): (type: ValueType | null) => boolean {
  const frame = innermost(place.state)
  if (frame.compared !== null && frame.relation !== 'none') {
    const compared = typeOfToken(frame.compared, place.scope)
    return (type) => compared === null || (type !== null && commonType(type, compared) !== null)
  }
  const parameter = parameterAt(frame)
  const types = parameter?.types
  return (type) => types === undefined || (type !== null && types.includes(type))
}

/** The constants for the cursor: the choices of a parameter, or the known values of the compared name. */
export function constantCandidates(place: CursorContext): readonly Candidate[] {
  const { partial, limit } = place
  return bestMatches(constantsAt(place), partial.typed, limit).map(
    ({ candidate: constant, fit }) => ({
      completion: constantCompletion(constant, partial.span),
      fit,
      suits: true,
    }),
  )
}

interface KnownConstant {
  readonly kind: 'grain' | 'value'
  readonly label: string
  readonly description: string | null
}

function constantsAt({ state, scope }: CursorContext): readonly KnownConstant[] {
  const frame = innermost(state)
  const parameter = parameterAt(frame)
  if (parameter?.choices !== undefined) {
    if (parameter.name !== 'grain') return createKnownConstants('value', parameter.choices)
    const words = parameter.choices.flatMap((choice) => findGrainWord(choice, PLAIN_CALENDAR) ?? [])
    return createKnownConstants('grain', wordsIn(scope.calendar ?? PLAIN_CALENDAR, words))
  }
  if (parameter?.types?.includes('STRING') === false) return []
  const comparedToken = frame.relation === 'none' ? frame.subject : frame.compared
  const name = comparedToken && nameOfToken(comparedToken)
  if (comparedToken === null || name === null || typeOfToken(comparedToken, scope) !== 'STRING')
    return []
  const values = scope.describe?.(name)?.values ?? []
  return values.map(({ value, description = null }) => ({
    kind: 'value',
    label: value,
    description,
  }))
}

function createKnownConstants(
  kind: KnownConstant['kind'],
  labels: readonly string[],
): readonly KnownConstant[] {
  return labels.map((label) => ({ kind, label, description: null }))
}

function constantCompletion({ kind, label, description }: KnownConstant, span: Span): Completion {
  return plainCompletion({ kind, label, insert: printText(label), description }, span)
}

/** The functions that match what is typed; aggregates only where they are allowed. */
export function functionCandidates(place: CursorContext): readonly Candidate[] {
  const inAggregate = place.state.frames.some((frame) => isAggregate(frame.definition))
  const offered = NAMED.filter(
    ({ definition }) => !isAggregate(definition) || (place.aggregates && !inAggregate),
  )
  return bestMatches(offered, place.partial.typed, place.limit).map(
    ({ candidate: namedFunction, fit }) => ({
      completion: functionCompletion(namedFunction.definition, place),
      fit,
      suits: true,
    }),
  )
}

/** `CASE` is offered as a keyword instead. */
const NAMED = Object.values(FUNCTIONS)
  .filter(({ name }) => name !== 'Case')
  .map((definition) => ({ label: definition.name, definition }))

function isAggregate(definition: FunctionDefinition | null): boolean {
  return definition?.family === 'aggregate'
}

function functionCompletion(
  definition: FunctionDefinition,
  { partial, next }: CursorContext,
): Completion {
  const { name, parameters, description } = definition
  const call = parameters.length === 0 ? `${name}()` : `${name}(`
  return {
    kind: 'function',
    label: name,
    span: partial.span,
    insert: next === '(' ? name : call,
    signature: formatSignature(definition),
    type: null,
    description,
  }
}
