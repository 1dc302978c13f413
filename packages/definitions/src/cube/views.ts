import type { Place } from '../draft/place.ts'
import { refuseAccessRules } from '../sql-model/access-rules.ts'
import { said } from './said.ts'

/** What the views of a model make public: members of cubes, `orders.count`, or all of a cube, `orders.*`. */
export type Included = ReadonlySet<string>

/** Reads the views of a model. */
export function readViews(views: readonly Place[], withoutAccessRules: boolean): Included {
  const included = new Set<string>()
  for (const view of views) {
    refuseAccessRules(said(view, 'access_policy'), withoutAccessRules)
    for (const part of view.key('cubes').items()) {
      const cube = said(part, 'join_path').name(1000).split('.').at(-1)!
      for (const name of namesIn(part.key('includes'))) included.add(`${cube}.${name}`)
    }
    for (const name of namesIn(view.key('includes'))) included.add(name)
  }
  return included
}

/** `*`, or the names of members, of which each may be an object with another name. */
function namesIn(at: Place): readonly string[] {
  if (at.value === '*') return ['*']
  return at.items().map((one) => (typeof one.value === 'string' ? one : one.key('name')).name(255))
}
