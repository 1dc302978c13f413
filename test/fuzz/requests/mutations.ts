import { HOSTILE } from '../../support/request-arbitrary.ts'
import type { Chance } from '../chance.ts'
import type { Fields } from './questions.ts'

const ANYTHING: readonly unknown[] = [
  ...[null, '', 0, -1, 1.5, true, [], {}, [[]], [null], { a: 1 }, -0, 1e-320],
  ...[2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e300, 1e21],
]

/** The fields with a part replaced, left out, repeated, wrapped or changed by a letter. */
export function mutateFields(chance: Chance, fields: Fields): Fields {
  let mutated: unknown = fields
  for (let times = chance.integer(1, 2); times > 0; times--) {
    const paths = listPaths(mutated)
    if (paths.length === 0) break
    const path = chance.pick(paths)
    mutated = replacePart(mutated, path, (part) => mutatePart(chance, part))
  }
  const isFields = typeof mutated === 'object' && mutated !== null && !Array.isArray(mutated)
  return isFields ? (mutated as Fields) : fields
}

function mutatePart(chance: Chance, part: unknown): unknown {
  const kind = chance.integer(0, 6)
  if (kind === 0) return undefined
  if (kind === 1) return chance.pick(ANYTHING)
  if (kind === 2) return chance.pick(HOSTILE)
  if (typeof part === 'string') return mutateText(chance, part)
  if (Array.isArray(part)) {
    const copies = Array.from({ length: chance.pick([2, 50, 2_000]) }, () => part[0])
    return chance.pick<() => unknown>([() => copies, () => [...part, null], () => part.slice(1)])()
  }
  if (typeof part === 'number') return chance.pick([part * -1, part + 1, part * 1e9, part / 3])
  return kind === 3 ? wrapDeeply(chance, part) : chance.pick(ANYTHING)
}

/** The text with letters replaced, left out, repeated or turned to another case. */
export function mutateText(chance: Chance, text: string): string {
  const at = chance.integer(0, text.length)
  const length = chance.pick([1, 1, 2, 5, 20])
  const [before, part, after] = [
    text.slice(0, at),
    text.slice(at, at + length),
    text.slice(at + length),
  ]
  const odd = chance.pick([
    '\u0000',
    '\ud800',
    '́',
    '[',
    ']',
    '(',
    '"',
    "'",
    '\\',
    '\n',
    '%',
    '9',
    'İ',
  ])
  return chance.pick([
    () => before + after,
    () => before + part + part + after,
    () => before + odd + after,
    () => before + part.toUpperCase() + after,
    () => before + part.repeat(chance.pick([10, 1_000])) + after,
    () => `${text}${chance.pick(HOSTILE)}`,
    () => after + part + before,
  ])()
}

/** Bytes with some replaced, left out or repeated. */
export function mutateBytes(chance: Chance, bytes: string): string {
  let mutated = bytes
  for (let times = chance.pick([1, 1, 2, 5]); times > 0; times--) {
    const at = chance.integer(0, mutated.length)
    const length = chance.pick([1, 1, 4, 40])
    const [before, part, after] = [
      mutated.slice(0, at),
      mutated.slice(at, at + length),
      mutated.slice(at + length),
    ]
    const byte = String.fromCharCode(chance.integer(0, 255))
    mutated = chance.pick([
      before + after,
      before + byte + after,
      before + part + part + after,
      before + byte + part + after,
    ])
  }
  return mutated
}

function wrapDeeply(chance: Chance, part: unknown): unknown {
  let wrapped = part
  for (let level = chance.pick([1, 5, 200, 2_000]); level > 0; level--)
    wrapped = chance.happens(0.5) ? [wrapped] : { a: wrapped }
  return wrapped
}

function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || path.length > 12) return [path]
  const inner = Object.entries(value).flatMap(([key, child]) => listPaths(child, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

/** The value with the part at a path changed; a part that becomes undefined is left out. */
export function replacePart(
  value: unknown,
  [key, ...deeper]: readonly string[],
  change: (part: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) {
    const changed = replacePart(value[Number(key)], deeper, change)
    return changed === undefined
      ? value.toSpliced(Number(key), 1)
      : value.with(Number(key), changed)
  }
  const fields = value as Fields
  const changed = replacePart(fields[key], deeper, change)
  if (changed !== undefined) return { ...fields, [key]: changed }
  const { [key]: _, ...others } = fields
  return others
}
