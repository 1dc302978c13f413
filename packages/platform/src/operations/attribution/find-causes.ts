import { type CausesAnswer, findCauses as find, type Grouping } from '@tributary/attribution'
import { hasParts, NO_VALUE, OTHER_VALUES } from '@tributary/attribution/internal'
import type { RootCauseData, RootCauseRequest } from '@tributary/contract'
import { type ConstantType, constantText, nameText } from '@tributary/expression'
import { forbiddenError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
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
  options: CallOptions = {},
): Promise<RootCauseData> {
  const { question, left: skippedDimensions } = toCausesQuestion(
    session,
    request,
    request.dimensions ?? [],
  )
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
  return toRootCauseData(plan.metric.name, answer, {
    keys: grouping.keys,
    left: skippedDimensions,
    isOfPeers,
  })
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
}

function toRootCauseData(
  metric: string,
  answer: CausesAnswer,
  { keys, left: skippedDimensions, isOfPeers }: Searched,
): RootCauseData {
  const { current, compare, causes, common, unexplained, direction, considered, cut } = answer
  const { method, parts } = answer
  const types = new Map(keys.map(({ name, value }) => [name, value.type]))
  const formatConditions = (conditions: Conditions) => toConditionsText(conditions, types)
  return {
    metric,
    headline: describeCauses(metric, answer, { textOf: formatConditions, isOfPeers }),
    current,
    compare,
    change: current === null || compare === null ? null : current - compare,
    causes: causes.map(({ conditions, sameAs, ...cause }) => ({
      conditions: conditions.map(({ dimension, value, not }) => ({
        dimension,
        value: value === NO_VALUE ? null : value,
        not: not === true,
      })),
      where: formatConditions(conditions),
      sameAs: sameAs.map(formatConditions).filter((text) => text !== null),
      ...cause,
    })),
    common,
    unexplained,
    direction,
    method,
    parts: parts.map(({ name, ...part }) => ({ part: name, ...part })),
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

function describeCauses(
  metric: string,
  { causes, common, current, compare, parts }: CausesAnswer,
  {
    textOf,
    isOfPeers,
  }: {
    readonly textOf: (conditions: Conditions) => string | null
    readonly isOfPeers: boolean
  },
): string {
  if (current === null || compare === null) {
    return `${metric} has no value ${isOfPeers ? 'for one of the two' : 'in one of the windows'}.`
  }
  if (current === compare) return `${metric} ${isOfPeers ? 'is the same' : 'did not change'}.`
  const [up, down] = isOfPeers ? ['is higher', 'is lower'] : ['rose', 'fell']
  const moved = current > compare ? up : down
  const most = describeLargestPart(parts)
  const confidentCauses = causes.filter(({ confidence }) => confidence !== 'possible')
  const [first] = confidentCauses
  if (first === undefined) {
    const [possible] = causes
    const possibleSegment = possible === undefined ? null : textOf(possible.conditions)
    const differs =
      possibleSegment === null ? '' : ` What differs most from the rest is ${possibleSegment}.`
    if (common === null) return `${metric} ${moved}; nothing stands out.${differs}${most}`
    const usual = common.isUsual === true ? ', by no more than earlier windows did' : ''
    return `${metric} ${moved} everywhere ${isOfPeers ? 'alike' : 'together'}${usual}; no segment stands out.${differs}${most}`
  }
  const share = first.share === null ? '' : ` (${Math.round(100 * first.share)} % of the change)`
  const where = textOf(first.conditions) ?? 'values beyond the largest'
  const name = first.part === null ? where : `${first.part} where ${where}`
  const furtherCount = confidentCauses.length - 1
  const more =
    furtherCount === 0
      ? ''
      : furtherCount === 1
        ? ', and one more segment'
        : `, and ${furtherCount} more segments`
  return `${metric} ${moved}; what stands out is ${name}${share}${more}.${most}`
}

/** Which part of a formula contributes most, in a sentence; empty where there is one part at most. */
function describeLargestPart(parts: CausesAnswer['parts']): string {
  const [first] = parts
  if (parts.length < 2 || first === undefined || first.share === null) return ''
  return ` ${first.name} contributes most (${Math.round(100 * first.share)} % of the change).`
}
