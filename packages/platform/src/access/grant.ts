import type { ResourceRef, Role } from '@tributary/catalog/internal'

/** A right as it was given. Times are in milliseconds since 1970 UTC. */
export interface Grant {
  readonly role: Role
  readonly resource: ResourceRef
  /** From then on it holds no more; null for never. */
  readonly expires: number | null
  /** When it was given; null where nobody knows. */
  readonly granted: number | null
}

/** A right that an account has to a resource: given on the resource itself, or inherited from one above it. */
export interface Entry {
  readonly role: Role
  readonly source: 'DIRECT' | 'EXTEND'
  /** The resource above, for what is inherited; else null. */
  readonly from: ResourceRef | null
  readonly expires: number | null
  readonly granted: number | null
}

/** The rights that `grants` give to a resource at `now`: direct ones first, then from above, the nearest first. */
export function entriesOf(
  grants: readonly Grant[],
  { resource, above, now }: Question,
): readonly Entry[] {
  return [resource, ...above].flatMap((place) =>
    grants
      .filter((grant) => isSame(grant.resource, place) && isValid(grant, now))
      .map(({ role, expires, granted }): Entry => {
        const isDirect = place === resource
        const from = isDirect ? null : place
        return { role, source: isDirect ? 'DIRECT' : 'EXTEND', from, expires, granted }
      }),
  )
}

/** Which rights are asked for. */
export interface Question {
  readonly resource: ResourceRef
  /** The resources whose rights it inherits, the nearest first. */
  readonly above: readonly ResourceRef[]
  readonly now: number
}

function isSame(a: ResourceRef, b: ResourceRef): boolean {
  return a.type === b.type && a.name === b.name
}

function isValid({ expires }: Grant, now: number): boolean {
  return expires === null || now < expires
}
