import { nearNames } from '@tributary/core'
import type { Place } from '../draft/place.ts'
import { refuseAccessRules } from '../sql-model/access-rules.ts'
import { findCubeKey, findInheritedKey, isPublic } from './cube-keys.ts'
import { collectMembers, type Declared } from './extends.ts'

/** The members that the views of a model make public. */
export class Included {
  readonly #parts = new Map<string, Part[]>()

  add(cube: string, part: Part): void {
    this.#parts.set(cube, [...(this.#parts.get(cube) ?? []), part])
  }

  /** Whether a view has a member of a cube. */
  has(cube: string, member: string): boolean {
    return (this.#parts.get(cube) ?? []).some(
      ({ names, excluded }) => (names === '*' || names.has(member)) && !excluded.has(member),
    )
  }
}

interface Part {
  readonly names: '*' | ReadonlySet<string>
  readonly excluded: ReadonlySet<string>
}

/** Reads the views of a model. Throws for a member that a cube does not have, unless it extends one that is not known. */
export function readViews(
  { cubes, views }: { readonly cubes: readonly Declared[]; readonly views: readonly Declared[] },
  withoutAccessRules: boolean,
): Included {
  const included = new Included()
  const cubesByName = new Map(cubes.map((cube) => [cube.name, cube]))
  for (const { at, line } of views) {
    refuseAccessRules(findCubeKey(at, 'access_policy'), withoutAccessRules)
    const parts = line.flatMap((ancestor) => ancestor.key('cubes').items())
    const isSeen = isPublic(...line)
    for (const part of parts) {
      const cube = findCubeKey(part, 'join_path').name(1000).split('.').at(-1)!
      const names = listNames(part.key('includes'))
      assertMembers(part.key('includes'), names, cubesByName.get(cube))
      const excluded = new Set(listNames(part.key('excludes')))
      if (isSeen) included.add(cube, { names: names === '*' ? names : new Set(names), excluded })
    }
    // As versions before `cubes` have it: paths of members.
    const excluded = new Set(listNames(findInheritedKey(line, 'excludes')))
    for (const path of listNames(findInheritedKey(line, 'includes'))) {
      const [cube = '', name = ''] = path.split('.')
      const isOpen = isSeen && !excluded.has(path)
      if (isOpen) included.add(cube, { names: new Set([name]), excluded: new Set() })
    }
  }
  return included
}

function assertMembers(
  at: Place,
  names: '*' | readonly string[],
  cube: Declared | undefined,
): void {
  if (cube === undefined || cube.refused !== null || names === '*') return
  const memberPlaces = MEMBERS.flatMap((kind) => collectMembers(cube.line, kind))
  const members = new Set(memberPlaces.map((member) => member.key('name').name(255)))
  names.forEach((name, i) => {
    if (members.has(name)) return
    const near = nearNames(name, members)[0]
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    at.items()[i]!.fail(`${cube.name} has no member ${name}${hint}`)
  })
}

const MEMBERS = ['dimensions', 'segments', 'measures', 'hierarchies'] as const

/** `*`, or the names of members, of which each may be an object with another name. */
function listNames(at: Place): '*' | readonly string[] {
  if (at.value === '*') return '*'
  return at
    .items()
    .map((item) => (typeof item.value === 'string' ? item : item.key('name')).name(255))
}
