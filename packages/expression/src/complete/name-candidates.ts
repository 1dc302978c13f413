import { FORBIDDEN } from '../syntax/characters.ts'
import { GRAINS, isFinerThanDay } from '../time/grains.ts'
import type { Column, Field } from '../tree/expr.ts'
import { printName } from '../tree/print.ts'
import type { Candidate, Place } from './candidate.ts'
import { bestFits } from './match.ts'
import { typeOfName } from './name-token.ts'
import { wantsType } from './wanted-types.ts'

interface Named {
  readonly label: string
  readonly name: Field | Column
}

/** The names of the scope that fit what is typed, a time with the grains that it can be cut to once `__` is typed. */
export function nameCandidates(place: Place): readonly Candidate[] {
  const typed = plainText(place.begun.typed)
  const suits = wantsType(place)
  return [
    ...bestFits(fields(place), typed, place.limit),
    ...bestFits(columns(place), typed, place.limit),
    ...bestFits(grained(place, typed), typed, place.limit),
  ].flatMap(({ one: { label, name }, fit }) => {
    const type = typeOfName(name, place.scope)
    const insert = printName(name)
    if (type === null || FORBIDDEN.test(insert)) return []
    const description = place.scope.describe?.(name)?.description ?? null
    const { span } = place.begun
    const completion = { kind: name.kind, label, span, insert, signature: null, type, description }
    return [{ completion, fit, suits: suits(type) }]
  })
}

/** What is typed of a name without the quotes of `['dataset'/'column']`. */
function plainText(typed: string): string {
  return typed
    .replace(/^'/, '')
    .replace(/'\s*\/\s*'?/, '/')
    .replace(/'$/, '')
}

function* fields({ scope, begun }: Place): Iterable<Named> {
  for (const name of scope.names()) {
    if (name !== '') yield { label: name, name: { kind: 'field', name, span: begun.span } }
  }
}

function* columns({ scope, begun }: Place): Iterable<Named> {
  for (const { dataset, column } of scope.columns?.() ?? []) {
    const name = { kind: 'column', dataset, column, span: begun.span } as const
    yield { label: `${dataset}/${column}`, name }
  }
}

function* grained({ scope, begun }: Place, typed: string): Iterable<Named> {
  const at = typed.lastIndexOf('__')
  if (at <= 0) return
  const base: Field = { kind: 'field', name: typed.slice(0, at), span: begun.span }
  const type = typeOfName(base, scope)
  if (type !== 'DATE' && type !== 'TIMESTAMP') return
  for (const grain of GRAINS) {
    if (type === 'DATE' && isFinerThanDay(grain)) continue
    const label = `${base.name}__${grain.toLowerCase()}`
    yield { label, name: { ...base, name: label } }
  }
}
