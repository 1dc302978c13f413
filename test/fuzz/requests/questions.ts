import type { OperationId } from '@tributary/contract'
import { nameText } from '@tributary/expression'
import type { Chance } from '../chance.ts'
import { drawCondition, drawFormula } from '../expressions.ts'
import {
  drawConstraint,
  drawDimension,
  drawDimensionNames,
  drawEquality,
  drawFilters,
  drawMetric,
  RANGES,
  type Words,
} from './words.ts'

/** The fields of a request. */
export type Fields = Readonly<Record<string, unknown>>

type Draw = (chance: Chance, words: Words) => Fields

/** Questions about data: what an operation of {@link QUESTIONS} answers depends on rows, and changes nothing. */
export const QUESTIONS = {
  compareTimes: (chance, words) => ({
    ...drawSubject(chance, words),
    dimensions: drawDimensions(chance, words),
    ...drawTableOptions(chance),
    attribution: drawTimes(chance, words),
  }),
  comparePeers: (chance, words) => ({
    ...drawSubject(chance, words),
    dimensions: drawDimensions(chance, words),
    ...drawTableOptions(chance),
    attribution: drawPeers(chance, words),
  }),
  comparePath: (chance, words) => ({
    ...drawSubject(chance, words),
    dimensions: drawDimensionNames(chance, words, chance.integer(2, 4)),
    valueSelectStrategy: {
      type: chance.pick(['TOP', 'BOTTOM']),
      number: chance.pick([1, 2, 5, 10_000]),
    },
    attribution: drawTimes(chance, words),
    ...(chance.happens(0.3) && { contributions: true }),
  }),
  findCauses: (chance, words) => ({
    ...drawSubject(chance, words),
    ...(chance.happens(0.5) && { dimensions: drawDimensions(chance, words) }),
    ...(chance.happens(0.3) && { maxDepth: chance.integer(1, 4) }),
    ...(chance.happens(0.3) && { history: chance.integer(0, 12) }),
    attribution: chance.happens(0.8) ? drawTimes(chance, words) : drawPeers(chance, words),
  }),
  rankDimensions: (chance, words) => ({
    ...drawSubject(chance, words),
    attribution: drawTimes(chance, words),
  }),
  compareTreeTimes: (chance, words) => ({
    metricTreeDef: drawTree(chance, words),
    attribution: drawTimes(chance, words),
  }),
  compareTreePeers: (chance, words) => ({
    metricTreeDef: drawTree(chance, words),
    attribution: drawPeers(chance, words),
  }),
  breakDown: (chance, words) => ({ metric: drawMetric(chance, words) }),
  queryMetrics: (chance, words) => {
    const { metric, metricDefinitions } = drawSubject(chance, words)
    const metrics = [...new Set([metric, ...chance.some(words.metrics, 0.15)])]
    return {
      metrics,
      metricDefinitions,
      dimensions: chance.happens(0.8) ? drawDimensions(chance, words) : [],
      filters: drawFilters(chance, words),
      ...drawTime(chance),
      ...(chance.happens(0.2) && { resultFilters: [`${nameText(metrics[0]!)} > 1`] }),
      ...(chance.happens(0.2) && { orders: [{ [metrics[0]!]: chance.pick(['ASC', 'DESC']) }] }),
      ...(chance.happens(0.2) && {
        limit: chance.integer(1, 10_000),
        offset: chance.pick([0, 1, 1e9]),
      }),
    }
  },
  metricSeries: (chance, words) => ({
    ...drawSubject(chance, words),
    grain: chance.pick(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'HOUR', 'SECOND']),
    filters: drawFilters(chance, words),
    ...drawTime(chance),
    ...(chance.happens(0.4) && { split: { dimension: drawDimension(chance, words) } }),
  }),
  metricMovements: (chance, words) => ({
    current: chance.pick(RANGES.slice(0, 7)),
    compare: chance.pick(['previous', 'year', '2024-01']),
    ...(chance.happens(0.5) && { metrics: chance.some(words.metrics, 0.2) }),
    history: chance.integer(0, 10),
    causes: chance.integer(0, 4),
    attributionCalculateType: chance.pick(['ALL', 'AVG']),
  }),
  dimensionValues: (chance, words) => ({
    dimension: drawDimension(chance, words),
    ...(chance.happens(0.5) && { metric: drawMetric(chance, words) }),
    ...(chance.happens(0.2) && { prefix: chance.pick(['a', 'E', '%', '🛫']) }),
    filters: drawFilters(chance, words),
  }),
  datasetExtent: (chance, words) =>
    chance.happens(0.5)
      ? { metric: drawMetric(chance, words) }
      : { datasetName: chance.pick(words.names.datasets) },
  expressionScope: (chance, words) => ({
    metric: drawMetric(chance, words),
    context: chance.pick(['filter', 'time', 'result', 'formula']),
  }),
  checkExpression: (chance, words) => ({
    metric: drawMetric(chance, words),
    context: chance.pick(['filter', 'time', 'result', 'formula']),
    text: chance.happens(0.5)
      ? drawCondition(chance, words.vocabulary, 5)
      : drawFormula(chance, words.metrics, words.vocabulary),
  }),
} satisfies Readonly<Partial<Record<OperationId, Draw>>>

/** A question about data. */
export type Question = keyof typeof QUESTIONS

/** A metric of the workspace, or a temporary one of the request. */
function drawSubject(chance: Chance, words: Words) {
  if (chance.happens(0.55)) {
    return { metric: drawMetric(chance, words), metricDefinitions: {} as Fields }
  }
  const temporary = (others: readonly string[]): Fields => ({
    refMetric: chance.happens(0.1) ? chance.pick(others) : drawMetric(chance, words),
    ...(chance.happens(0.5) && { filters: drawFilters(chance, words) }),
    ...(chance.happens(0.2) && { period: chance.pick(['mtd', '7d', 'ytd', 'last-month', 'cw']) }),
    ...(chance.happens(0.15) && { expr: drawFormula(chance, [...words.metrics, ...others], null) }),
    ...(chance.happens(0.2) && { indirections: [drawIndirection(chance, words)] }),
    ...(chance.happens(0.1) && {
      preAggs: [
        {
          granularity: chance.pick(['DAY', 'WEEK', 'MONTH']),
          calculateType: chance.pick(['SUM', 'AVG', 'MAX', 'MIN', 'COUNT']),
        },
      ],
    }),
    ...(chance.happens(0.1) && { metricGrain: chance.pick(['WEEK', 'MONTH']) }),
    ...(chance.happens(0.1) && {
      specifyDimension: {
        type: chance.pick(['INCLUDE', 'EXCLUDE']),
        dimensions: drawDimension(chance, words),
      },
    }),
  })
  // The second metric does not refer to the first one, unless by chance.
  const second = temporary(chance.happens(0.05) ? ['t'] : [drawMetric(chance, words)])
  const metricDefinitions = { t: temporary(['u']), u: second } as Fields
  return { metric: 't', metricDefinitions }
}

function drawIndirection(chance: Chance, words: Words): string {
  const period = chance.pick(['dod', 'wow', 'mom', 'qoq', 'yoy', '-2_dod', '0_yosoy', '-1_moeom'])
  const method = chance.pick(['value', 'growthvalue', 'growth', 'decrease', 'decreaserate'])
  const dimension = drawDimension(chance, words)
  return chance.pick([
    ...Array.from({ length: 6 }, () => `sameperiod__${period}__${method}`),
    `multi_level_agg__${chance.pick(['avg', 'sum', 'max', 'min', 'count'])},${dimension}`,
    `${dimension}__rank__desc`,
    `${dimension}__proportion`,
  ])
}

function drawDimensions(chance: Chance, words: Words): readonly string[] {
  const names = drawDimensionNames(chance, words, chance.integer(1, 3))
  return chance.happens(0.2) ? [names.join(',')] : names
}

function drawTableOptions(chance: Chance): Fields {
  return {
    ...(chance.happens(0.3) && { contributions: true }),
    ...(chance.happens(0.3) && { rowLimit: chance.pick([1, 3, 10_000]) }),
    ...(chance.happens(0.3) && { details: true }),
    ...(chance.happens(0.2) && { explain: true }),
  }
}

function drawTimes(chance: Chance, words: Words): Fields {
  return {
    attributionCalculateType: chance.pick(['ALL', 'ALL', 'AVG']),
    currentTimeConstraint: drawConstraint(chance),
    compareTimeConstraint: drawConstraint(chance),
    filters: drawFilters(chance, words),
  }
}

function drawPeers(chance: Chance, words: Words): Fields {
  const dimension = chance.pick(words.dimensions)
  const peer = (): Fields => ({
    filters: [
      drawEquality(chance, dimension),
      ...(chance.happens(0.3) ? drawFilters(chance, words) : []),
    ],
    ...(chance.happens(0.2) && { timeConstraint: drawConstraint(chance) }),
  })
  return {
    attributionCalculateType: chance.pick(['ALL', 'AVG']),
    compareDimension: dimension.name,
    timeConstraint: drawConstraint(chance),
    currentObject: peer(),
    compareObject: peer(),
    filters: drawFilters(chance, words),
  }
}

function drawTime(chance: Chance): Fields {
  const draw = chance.integer(0, 2)
  if (draw === 0) return {}
  return draw === 1 ? { range: chance.pick(RANGES) } : { timeConstraint: drawConstraint(chance) }
}

function drawTree(chance: Chance, words: Words): Fields {
  const { quotients } = words.names
  const metric = drawMetric(chance, words)
  const t = { refMetric: metric, filters: drawFilters(chance, words) }
  if (quotients.length > 0 && chance.happens(0.5)) {
    const [root, above, below] = chance.pick(quotients)
    return {
      rootNode: 'n1',
      metricTree: { n1: '[n2] / [n3]' },
      metricTreeNodes: { n1: root, n2: above, n3: below },
      metricDefinitions: { t },
    }
  }
  const [name, expression] = chance.pick([
    ['n2', '[n2] * 1'],
    ['n2', '[n2] + 0'],
    ['n2', '[n2] / 2'],
    ['n3', '[n2] + [n3]'],
  ])
  return {
    rootNode: 'n1',
    metricTree: { n1: expression },
    metricTreeNodes: { n1: metric, n2: metric, [name!]: chance.pick([metric, 't']) },
    metricDefinitions: { t },
  }
}
