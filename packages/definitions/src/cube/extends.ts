import { nearNames } from '@tributary/core'
import { indexByName, type Place } from '../draft/place.ts'

/** A cube or a view, with what it extends. */
export interface Declared {
  readonly name: string
  readonly at: Place
  /** Itself, then what it extends, then what that extends, and so on. */
  readonly line: readonly [Place, ...Place[]]
  /** Why it is not known what it inherits; null where it is. */
  readonly refused: string | null
}

/** More cubes or views than these, each of which extends the next, are refused. */
const DEEPEST = 100

/** More members than these in all that cubes have from others are refused. */
const MOST_INHERITED = 100_000

const KINDS = ['joins', 'dimensions', 'segments', 'measures'] as const

/** The cubes and the views of a model. Throws for a name that two of them have, and for one that extends itself. */
export function collectDeclarations(
  cubes: readonly Place[],
  views: readonly Place[],
): { readonly cubes: readonly Declared[]; readonly views: readonly Declared[] } {
  const toNamed = (kind: 'cube' | 'view') => (at: Place) => ({
    name: at.key('name').name(255),
    at,
    kind,
  })
  const byName = indexByName([...cubes.map(toNamed('cube')), ...views.map(toNamed('view'))])
  const declared = [...byName.values()].map((declaration) => ({
    ...resolveExtensionChain(declaration, byName),
    kind: declaration.kind,
  }))
  const selectKind = (kind: 'cube' | 'view') =>
    declared.filter((declaration) => declaration.kind === kind)
  assertFew(selectKind('cube'))
  return { cubes: selectKind('cube'), views: selectKind('view') }
}

interface Named {
  readonly name: string
  readonly at: Place
  readonly kind: 'cube' | 'view'
}

function resolveExtensionChain(
  { name, at, kind }: Named,
  byName: ReadonlyMap<string, Named>,
): Declared {
  const line: [Place, ...Place[]] = [at]
  const names = [name]
  for (let next = at.key('extends'); !next.isAbsent; next = line.at(-1)!.key('extends')) {
    const parent = next.name(255)
    const ancestor = byName.get(parent)
    if (ancestor === undefined) {
      if (kind === 'view')
        next.fail(`the model has no view ${parent}${formatNearNameHint(parent, kind, byName)}`)
      const owner = names.length === 1 ? 'it' : `${names.at(-1)}, which it extends,`
      const refused = `${owner} extends ${parent}, which the model does not have${formatNearNameHint(parent, kind, byName)}`
      return { name, at, line, refused }
    }
    if (ancestor.kind !== kind) {
      next.fail(`a ${kind} extends a ${kind}, and ${parent} is a ${ancestor.kind}`)
    }
    const isCircle = names.includes(parent)
    names.push(parent)
    if (isCircle)
      next.fail(`${parent} extends itself: ${names.slice(names.indexOf(parent)).join(' → ')}`)
    if (names.length > DEEPEST) {
      at.key('extends').fail(
        `expected at most ${DEEPEST} ${kind}s that extend one another, found more`,
      )
    }
    line.push(ancestor.at)
  }
  return { name, at, line, refused: null }
}

function formatNearNameHint(
  name: string,
  kind: Named['kind'],
  byName: ReadonlyMap<string, Named>,
): string {
  const names = [...byName.values()]
    .filter((candidate) => candidate.kind === kind)
    .map((candidate) => candidate.name)
  const near = nearNames(name, names)[0]
  return near === undefined ? '' : `; did you mean ${near}?`
}

function assertFew(cubes: readonly Declared[]): void {
  let inherited = 0
  for (const { at, line } of cubes) {
    const [, ...parents] = line
    for (const parent of parents) {
      for (const kind of KINDS) inherited += parent.key(kind).items().length
    }
    if (inherited > MOST_INHERITED) {
      at.key('extends').fail(
        `expected cubes that have at most ${MOST_INHERITED} members from others in all, found more`,
      )
    }
  }
}

/**
 * The members of a kind: those that it extends, each replaced by its own of the same name, then its others. Throws for a name
 * that two in one list have.
 */
export function collectMembers(
  line: Declared['line'],
  kind: (typeof KINDS)[number] | 'hierarchies',
): readonly Place[] {
  const members = new Map<string, Place>()
  for (const ancestor of line.toReversed()) {
    const declaredMembers = ancestor
      .key(kind)
      .items()
      .map((at) => ({ name: at.key('name').name(255), at }))
    for (const [name, { at }] of indexByName(declaredMembers)) members.set(name, at)
  }
  return [...members.values()]
}
