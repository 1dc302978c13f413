import { nearNames } from '@tributary/core'
import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import { createNearIndex, type NearIndex } from './near-index.ts'

/** The names of a definition. */
export interface Named {
  readonly name: string
  readonly code?: string | null
  readonly displayName: string
}

/** An index of the definitions of one kind by name, code and display name. */
export interface NameIndex<T extends Named> {
  /** All of them, in the order of definition. */
  readonly all: readonly T[]
  /** By name alone. */
  byName(name: string): T | undefined
  /** By code alone. */
  byCode(code: string): T | undefined
  /** By display name alone; several may share one. */
  byDisplayName(text: string): readonly T[]
  /** By name, else by code, else by display name: empty when unknown, several when ambiguous. */
  find(text: string): readonly T[]
  /** Every name. */
  names(): Iterable<string>
  /** Up to three accepted names that are similar to `text`, most similar first. */
  near(text: string, accepts?: (name: string) => boolean): readonly string[]
  /** Up to three accepted codes that are similar to `text`, most similar first. */
  nearCodes(text: string, accepts?: (code: string) => boolean): readonly string[]
}

/** Indexes definitions; of two with the same name or code the first counts. */
export function createNameIndex<T extends Named>(all: readonly T[]): NameIndex<T> {
  return runToEnd(nameIndexInSlices(all))
}

/** Definitions between two yields: less than a millisecond of work. */
const AT_ONCE = 1_024

/** {@link createNameIndex} as work in slices. */
export function* nameIndexInSlices<T extends Named>(all: readonly T[]): SlicedWork<NameIndex<T>> {
  const names = new Map<string, T>()
  const codes = new Map<string, T>()
  const displayNames = new Map<string, T[]>()
  let read = 0
  for (const definition of all) {
    if (!names.has(definition.name)) names.set(definition.name, definition)
    if (definition.code != null && !codes.has(definition.code))
      codes.set(definition.code, definition)
    const namesakes = displayNames.get(definition.displayName)
    if (namesakes === undefined) displayNames.set(definition.displayName, [definition])
    else namesakes.push(definition)
    if (++read % AT_ONCE === 0) yield
  }
  // Created at the first misspelt name: most indexes never need them.
  let nearIndex: NearIndex | null = null
  let nearCodeIndex: NearIndex | null = null
  return {
    all,
    near: (text, accepts) => {
      nearIndex ??= createNearIndex(names.keys())
      return nearIndex.near(text, accepts)
    },
    nearCodes: (text, accepts) => {
      nearCodeIndex ??= createNearIndex(codes.keys())
      return nearCodeIndex.near(text, accepts)
    },
    byName: (name) => names.get(name),
    byCode: (code) => codes.get(code),
    byDisplayName: (text) => displayNames.get(text) ?? [],
    find(text) {
      const exact = names.get(text) ?? codes.get(text)
      return exact === undefined ? (displayNames.get(text) ?? []) : [exact]
    },
    names: () => names.keys(),
  }
}

/** The index of the definitions that `isShown` accepts: the others are found by none of their names. */
export function restrictIndex<T extends Named>(
  index: NameIndex<T>,
  isShown: (definition: T) => boolean,
): NameIndex<T> {
  const ifShown = (definition: T | undefined): T | undefined =>
    definition !== undefined && isShown(definition) ? definition : undefined
  const byName = (name: string) => ifShown(index.byName(name))
  const byCode = (code: string) => ifShown(index.byCode(code))
  const byDisplayName = (text: string) => index.byDisplayName(text).filter(isShown)
  let all: readonly T[] | null = null
  const listVisible = (): readonly T[] => {
    all ??= index.all.filter(isShown)
    return all
  }
  return {
    get all() {
      return listVisible()
    },
    byName,
    byCode,
    byDisplayName,
    find(text) {
      const exact = byName(text) ?? byCode(text)
      return exact === undefined ? byDisplayName(text) : [exact]
    },
    names: () => listVisible().map(({ name }) => name),
    near: (text) => index.near(text, (name) => byName(name) !== undefined),
    nearCodes: (text) => index.nearCodes(text, (code) => byCode(code) !== undefined),
  }
}

/** Searches the names of an index and further names for similar ones. */
export function searchNearNames<T extends Named>(
  index: NameIndex<T>,
  more: Iterable<string>,
): Pick<NameIndex<T>, 'near'> {
  return { near: (text) => nearNames(text, [...more, ...index.near(text)]) }
}
