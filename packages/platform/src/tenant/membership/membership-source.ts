import type { AggregateSource } from '@tributary/attribution'
import { queryMetrics } from '@tributary/attribution/internal'
import type { ResourceRef } from '@tributary/catalog'
import {
  type Membership,
  type MembershipPlan,
  membershipPlan,
  membershipsIn,
  replaceMemberships,
} from '@tributary/catalog/internal'
import type { Clock } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import { callNode, constantNode, localTime } from '@tributary/expression/internal'
import type { Access } from '../../access/access.ts'
import { tooManyKeysError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { type AttributeReader, readCallerAttributes } from './caller-attributes.ts'

/** The most keys that stand in one list. */
const MOST_KEYS = 10_000

/** The part of a session that a question for keys needs. */
interface KeysSession extends AttributeReader {
  readonly clock: Clock
  readonly access: Access
}

/** The keys that a dimension with `having` lists. */
interface Keys extends Pick<MembershipPlan, 'isOfMembers'> {
  readonly all: readonly TypedExpr[]
  /** The statements that were run for them; none where the caller may not see them. */
  readonly executed: readonly string[]
}

/**
 * A source for the questions of one caller, in which dimensions with `having` have values: their metrics are asked by key
 * first, over the rows that the caller may see, and the keys that fulfil the condition become a list. The keys of a dimension
 * are asked for once. Rejects with `PLATFORM_QUESTION_TOO_LARGE` for more than 10,000 of them.
 */
export function withMemberships(source: AggregateSource, session: KeysSession): AggregateSource {
  if (!session.catalog.hasMemberships) return source
  const keysByDimension = new Map<string, Promise<Keys>>()
  const readDimensionKeys = (dimension: string, options: CallOptions): Promise<Keys> => {
    const pendingKeys =
      keysByDimension.get(dimension) ??
      askKeys(membershipSource, session, { dimension, ...options })
    keysByDimension.set(dimension, pendingKeys)
    return pendingKeys
  }
  const membershipSource: AggregateSource = {
    async aggregate(request, options = {}) {
      const { signal } = options
      const names = [...membershipsIn(request)]
      if (names.length === 0) return source.aggregate(request, options)
      const lists = await Promise.all(
        names.map((dimension) =>
          readDimensionKeys(dimension, signal === undefined ? {} : { signal }),
        ),
      )
      const keys = new Map(names.map((name, at) => [name, lists[at]!]))
      const listed = replaceMemberships(request, (membership) =>
        createKeyCondition(membership, keys.get(membership.dimension)!),
      )
      const answer = await source.aggregate(listed, options)
      const before = lists.flatMap(({ executed }) => executed)
      return { ...answer, executed: [...before, answer.executed].join('; ') }
    },
  }
  return membershipSource
}

/** The questions that the dimensions with `having` in a plan stand for, and those that these need in turn. */
export async function membershipPlans(
  session: KeysSession,
  plan: unknown,
): Promise<readonly MembershipPlan[]> {
  if (!session.catalog.hasMemberships) return []
  const plansByDimension = new Map<string, MembershipPlan>()
  const remainingNames = [...membershipsIn(plan)]
  for (let name = remainingNames.pop(); name !== undefined; name = remainingNames.pop()) {
    if (plansByDimension.has(name)) continue
    const { plan: keysPlan } = await planKeys(session, { dimension: name })
    plansByDimension.set(name, keysPlan)
    remainingNames.push(...membershipsIn(keysPlan.request))
  }
  return [...plansByDimension.values()]
}

interface KeysQuestion extends CallOptions {
  readonly dimension: string
}

async function planKeys(session: KeysSession, { dimension, signal }: KeysQuestion) {
  const { catalog, clock } = session
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const limitedBy: ResourceRef[] = []
  const work = membershipPlan(
    catalog,
    { dimension, now, limit: MOST_KEYS + 1 },
    { user: await readCallerAttributes(session), limited: (by) => limitedBy.push(by) },
  )
  return { plan: await runInSlices(work, signal), limitedBy }
}

async function askKeys(
  source: AggregateSource,
  session: KeysSession,
  question: KeysQuestion,
): Promise<Keys> {
  const { dimension, ...options } = question
  const { plan, limitedBy } = await planKeys(session, question)
  const { request, keyType, isOfMembers } = plan
  const { table, executed } = await queryMetrics(source, request, options)
  const texts = table.array(request.keys[0]!.name) as readonly (string | null)[]
  const all = texts.flatMap((text) => (text === null ? [] : [toKeyConstant(keyType, text)]))
  if (all.length > MOST_KEYS) throw tooManyKeysError(findVisibleName(session, dimension), MOST_KEYS)
  const isShown = session.access.usesEverything && limitedBy.length === 0
  return { all, isOfMembers, executed: isShown ? executed : [] }
}

/** The name of a dimension for a message; null for one that the caller does not see, below a metric. */
function findVisibleName({ catalog }: KeysSession, dimension: string): string | null {
  return catalog.dimensions.byName(dimension)?.name ?? null
}

function toKeyConstant(type: TypedExpr['type'], text: string): TypedExpr {
  return type === 'INT'
    ? constantNode({ type, value: BigInt(text) })
    : constantNode({ type: 'STRING', value: text })
}

/** Whether a key is one of those that fulfil the condition; NULL where there is no key. */
function createKeyCondition({ key }: Membership, { all, isOfMembers }: Keys): TypedExpr {
  if (all.length === 0) {
    const op = isOfMembers ? '!=' : '='
    return { kind: 'comparison', type: 'BOOLEAN', op, left: key, right: key }
  }
  const list = callNode('IN', 'BOOLEAN', [key, ...all])
  return isOfMembers ? list : { kind: 'not', type: 'BOOLEAN', operand: list }
}
