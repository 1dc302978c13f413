import {
  AttributionError,
  type AttributionRequest,
  type AttributionTable,
  attribute,
} from '@tributary/attribution'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'

/** A dimension with its number of groups. */
export interface GroupedDimension {
  readonly dimension: string
  readonly groups: number
}

/**
 * The dimensions that follow from another one, by name: each group of the other one has one value of it, as an airport has
 * one city. Of two with the same groups the later one follows. One question counts the groups of each pair; where these
 * are more than the service allows, none is known.
 */
export async function findFollowers(
  { source }: Session,
  plan: AttributionRequest,
  dimensions: readonly GroupedDimension[],
  options: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const pairs = dimensions.flatMap((first, index) =>
    dimensions.slice(index + 1).map((second) => {
      return second.groups > first.groups
        ? { from: second, to: first }
        : { from: first, to: second }
    }),
  )
  if (pairs.length === 0) return new Map()
  const joinGroupings = (groupings: AttributionRequest['groupings']) =>
    pairs.map(({ from, to }) => {
      const keys = [from, to].flatMap(({ dimension }) => {
        return groupings.find(({ name }) => name === dimension)!.keys
      })
      return { name: `${from.dimension},${to.dimension}`, keys }
    })
  const { otherFacts, ...request } = plan
  const joint = {
    ...request,
    groupings: joinGroupings(plan.groupings),
    ...(otherFacts && {
      otherFacts: otherFacts.map((fact) => {
        return { ...fact, groupings: joinGroupings(fact.groupings) }
      }),
    }),
  }
  const answer = await attribute(source, joint, options).catch((error: unknown) => {
    if (isTooManyGroups(error)) return null
    throw error
  })
  if (answer === null) return new Map()
  const counts = answer.tables.filter(({ dimension }) => dimension !== null).map(countRows)
  const followers = pairs.flatMap(({ from, to }, index) =>
    counts[index] === from.groups ? [[to.dimension, from.dimension] as const] : [],
  )
  // The first of several is the one that explains more.
  return new Map(followers.toReversed())
}

function isTooManyGroups(error: unknown): boolean {
  return error instanceof AttributionError && error.code === 'ATTRIBUTION_TOO_MANY_GROUPS'
}

function countRows({ table }: AttributionTable): number {
  return table.numRows()
}
