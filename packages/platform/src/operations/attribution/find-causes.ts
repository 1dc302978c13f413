import {
  type CausesAnswer,
  type FindCausesOptions,
  findCauses as find,
  type Grouping,
} from '@tributary/attribution'
import { hasParts, NO_VALUE, OTHER_VALUES } from '@tributary/attribution/internal'
import {
  CAUSE_CLAIMS,
  type ClaimLanguage,
  joinClaims,
  type RootCauseData,
  type RootCauseRequest,
  sayClaims,
} from '@tributary/contract'
import { type ConstantType, constantText, nameText } from '@tributary/expression'
import { forbiddenError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { suggestComparison } from '../../requests/suggest-comparison.ts'
import type { Session } from '../../tenant/session.ts'
import { planQuestion } from './ask-attribution.ts'
import { toCausesQuestion } from './causes-question.ts'

/**
 * The combinations of dimension values behind the change of a metric. Rejects with `ACCESS_FORBIDDEN` for a formula of what the
 * caller may not use: its causes are named by the parts of the formula.
 */
export async function findCauses(
  session: Session,
  request: RootCauseRequest,
  options: CallOptions & Pick<FindCausesOptions, 'usual'> = {},
): Promise<RootCauseData> {
  const {
    question,
    left: skippedDimensions,
    ranges,
  } = toCausesQuestion(session, request, request.dimensions ?? [])
  let mayUseAll = true
  const { groupings, otherFacts, ...plan } = await planQuestion(session, question, {
    ...options,
    basedOn: (resource) => {
      mayUseAll &&= session.access.may('USE', resource)
    },
  })
  if (!mayUseAll && hasParts(plan.metric)) {
    throw forbiddenError(
      `see what the metric "${request.metric}" is computed from, by which its causes are named`,
    )
  }
  const grouping = inOne(groupings)
  const furtherFacts = otherFacts?.map((fact) => ({ ...fact, groupings: [inOne(fact.groupings)] }))
  const answer = await find(
    session.source,
    { ...plan, grouping, ...(furtherFacts && { otherFacts: furtherFacts }) },
    {
      ...options,
      ...(request.maxCauses != null && { maxCauses: request.maxCauses }),
      ...(request.maxDepth != null && { maxDepth: request.maxDepth }),
      ...(request.history != null && { history: request.history }),
    },
  )
  const isOfPeers = request.attribution.compareDimension != null
  const data = toRootCauseData(plan.metric.name, answer, {
    keys: grouping.keys,
    left: skippedDimensions,
    isOfPeers,
    language: options.language ?? 'en',
  })
  const isEmpty = !isOfPeers && (answer.current === null || answer.compare === null)
  const suggestion = isEmpty
    ? await suggestComparison(session, { metric: request.metric, plan }, options)
    : null
  return {
    ...data,
    ...(ranges !== null && { ranges }),
    ...(suggestion !== null && { suggestion }),
  }
}

/** One grouping by all keys of some, each once. */
function inOne(groupings: readonly Grouping[]): Grouping {
  const keys = groupings.flatMap((grouping) => grouping.keys)
  return { name: 'causes', keys: [...new Map(keys.map((key) => [key.name, key])).values()] }
}

interface Searched {
  readonly keys: Grouping['keys']
  readonly left: readonly string[]
  /** Whether two values of a dimension are compared, not two windows. */
  readonly isOfPeers: boolean
  readonly language: ClaimLanguage
}

function toRootCauseData(
  metric: string,
  answer: CausesAnswer,
  { keys, left: skippedDimensions, isOfPeers, language }: Searched,
): RootCauseData {
  const { current, compare, causes, common, mix, spread, considered, cut } = answer
  const { verdict, unexplained, direction, method, parts, ranking } = answer
  const types = new Map(keys.map(({ name, value }) => [name, value.type]))
  const formatConditions = (conditions: Conditions) => toConditionsText(conditions, types)
  const change = current === null || compare === null ? null : current - compare
  const figures = {
    metric,
    current,
    compare,
    change,
    verdict,
    usual: toUsual(answer.usual, change),
    causes: causes.map(({ conditions, sameAs, ...cause }) => ({
      conditions: conditions.map(toCondition),
      where: formatConditions(conditions),
      sameAs: sameAs.map(formatConditions).filter((text) => text !== null),
      ...cause,
    })),
    ranking: ranking && {
      ...ranking,
      segments: ranking.segments.map(({ conditions, ...values }) => ({
        conditions: conditions.map(toCondition),
        where: formatConditions(conditions),
        ...values,
      })),
    },
    common,
    mix,
    spread: spread && {
      ...spread,
      largest: { ...spread.largest, value: toValue(spread.largest.value) },
    },
    unexplained,
    direction,
    method,
    parts: parts.map(({ name, ...part }) => ({ part: name, ...part })),
  }
  const wording = { compares: isOfPeers ? 'groups' : 'periods', language } as const
  return {
    ...figures,
    headline: joinClaims(sayClaims(CAUSE_CLAIMS, figures, wording), wording),
    considered: {
      dimensions: keys.map(({ name }) => name),
      leftOut: [...considered.leftOut, ...skippedDimensions],
      cut,
      combinations: considered.combinations,
      segments: considered.segments,
      depth: considered.depth,
      isDepthCut: considered.isDepthCut,
      noise: considered.noise,
      history: considered.history,
    },
    warning: answer.warning,
  }
}

function toCondition({ dimension, value, not }: Conditions[number]) {
  return { dimension, value: toValue(value), not: not === true }
}

/** A value of a dimension; null for rows without one. */
function toValue(value: string): string | null {
  return value === NO_VALUE ? null : value
}

function toUsual(usual: CausesAnswer['usual'], change: number | null): RootCauseData['usual'] {
  if (usual === null) return null
  const isKnown = change !== null && usual.size !== 0
  return { ...usual, times: isKnown ? Math.abs(change) / usual.size : null }
}

type Conditions = CausesAnswer['causes'][number]['conditions']

/** Conditions as an expression; null when one means all values beyond the largest. */
function toConditionsText(
  conditions: Conditions,
  types: ReadonlyMap<string, string>,
): string | null {
  if (conditions.some(({ value }) => value === OTHER_VALUES)) return null
  return conditions
    .map(({ dimension, value, not }) => {
      const name = nameText(dimension)
      if (value === NO_VALUE) return `${not === true ? 'IsNotNull' : 'IsNull'}(${name})`
      const constant = constantText(value, types.get(dimension) as ConstantType)
      // A row without a value is one that does not have this value.
      return not === true ? `(${name} <> ${constant} OR IsNull(${name}))` : `${name} = ${constant}`
    })
    .join(' AND ')
}
