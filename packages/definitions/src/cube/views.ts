import { nearNames } from '@tributary/core'
import type { Place } from '../draft/place.ts'
import { refuseAccessRules } from '../sql-model/access-rules.ts'
import { type Declared, membersOf } from './extends.ts'
import { inherited, isPublic, said } from './said.ts'

/** What the views of a model make public. */
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
  const known = new Map(cubes.map((one) => [one.name, one]))
  for (const { at, line } of views) {
    refuseAccessRules(said(at, 'access_policy'), withoutAccessRules)
    const parts = line.flatMap((one) => one.key('cubes').items())
    const isSeen = isPublic(...line)
    for (const part of parts) {
      const cube = said(part, 'join_path').name(1000).split('.').at(-1)!
      const names = namesIn(part.key('includes'))
      assertMembers(part.key('includes'), names, known.get(cube))
      const excluded = new Set(namesIn(part.key('excludes')))
      if (isSeen) included.add(cube, { names: names === '*' ? names : new Set(names), excluded })
    }
    // As versions before `cubes` have it: paths of members.
    const excluded = new Set(namesIn(inherited(line, 'excludes')))
    for (const path of namesIn(inherited(line, 'includes'))) {
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
  const own = MEMBERS.flatMap((kind) => membersOf(cube.line, kind))
  const members = new Set(own.map((one) => one.key('name').name(255)))
  names.forEach((name, i) => {
    if (members.has(name)) return
    const near = nearNames(name, members)[0]
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    at.items()[i]!.fail(`${cube.name} has no member ${name}${hint}`)
  })
}

const MEMBERS = ['dimensions', 'segments', 'measures', 'hierarchies'] as const

/** `*`, or the names of members, of which each may be an object with another name. */
function namesIn(at: Place): '*' | readonly string[] {
  if (at.value === '*') return '*'
  return at.items().map((one) => (typeof one.value === 'string' ? one : one.key('name')).name(255))
}
