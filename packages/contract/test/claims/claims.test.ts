import { describe, expect, test } from 'vitest'
import {
  CAUSE_CLAIMS,
  type CauseFacts,
  type ClaimOptions,
  GROUP_CLAIMS,
  type GroupFacts,
  type GroupFigures,
  joinClaims,
  sayClaims,
  TREE_CLAIMS,
  type TreeFacts,
} from '../../src/index.ts'

const CHINESE = { language: 'zh' } as const
const PEERS = { compares: 'groups' } as const

function group(value: string | null, compare: number | null, current: number | null): GroupFigures {
  const contribution = (current ?? 0) - (compare ?? 0)
  return { value, compare, current, contribution, rate: null, mix: null }
}

/** Groups of a sum, whose contributions are their changes. */
function facts(groups: readonly GroupFigures[], unlisted = 0): GroupFacts {
  const change = groups.reduce((sum, { contribution }) => sum + contribution!, 0)
  return { metric: 'sales', change, dimension: 'city', groups, unlisted }
}

function say(groupFacts: GroupFacts, options?: ClaimOptions): string {
  return joinClaims(sayClaims(GROUP_CLAIMS, groupFacts, options), options)
}

describe('sentences about groups', () => {
  test('do not call a group rising whose value did not change', () => {
    const still = (value: string, rate: number): GroupFigures => {
      return { value, compare: rate, current: rate, contribution: 0.045, rate: 0, mix: 0.045 }
    }
    const bySource: GroupFacts = {
      metric: 'cvr',
      change: 0.09,
      dimension: 'source',
      groups: [still('Direct', 0.2), still('Paid', 0.05)],
      unlisted: 0,
    }
    expect(say(bySource)).toBe(
      'cvr rose; the mix of source explains 100.0 % of the change, and no rate within source moved. Direct and Paid hold 100.0 % of the change, mostly by weight.',
    )
    expect(say(bySource, CHINESE)).toBe(
      'cvr 上升；source 的构成解释了变化的 100.0 %，source 各组的比率相同。Direct、Paid 占变化的 100.0 %，主要来自权重。',
    )
  })

  test('say that the whole moved against its groups', () => {
    const fell = (value: string, compare: number, current: number, rate: number): GroupFigures => {
      return { value, compare, current, contribution: 0.035, rate, mix: 0.035 - rate }
    }
    const groups = [fell('Direct', 0.2, 0.18, -0.01), fell('Paid', 0.05, 0.03, -0.01)]
    const bySource = { metric: 'cvr', change: 0.07, dimension: 'source', groups, unlisted: 0 }
    expect(say(bySource)).toContain(
      'cvr rose although it fell in every group of source; the mix of source explains 128.6 % of the change.',
    )
    expect(say(bySource)).not.toContain('Every group')
  })

  test('say nothing of the rates of groups that came or went', () => {
    const still = (value: string, mix: number): GroupFigures => {
      return { value, compare: 0.04, current: 0.04, contribution: mix, rate: 0, mix }
    }
    const gone = (mix: number): GroupFigures => {
      return { value: 'spring', compare: 0.05, current: null, contribution: mix, rate: 0, mix }
    }
    const bySource = (groups: readonly GroupFigures[]): GroupFacts => {
      const change = groups.reduce((sum, { mix }) => sum + mix!, 0)
      return { metric: 'cvr', change, dimension: 'source', groups, unlisted: 0 }
    }
    const mostGone = say(bySource([still('winter', 0.001), still('all year', 0.001), gone(0.09)]))
    expect(mostGone).toContain('The mix of source explains 100.0 % of the change.')
    expect(mostGone).not.toContain('no rate')
    const fewGone = say(bySource([still('winter', 0.05), still('all year', 0.04), gone(0.001)]))
    expect(fewGone).toContain('and no rate within source with a value in both periods moved.')
  })

  test('explain shares above 100.0 %, and describe rows without a value', () => {
    expect(say(facts([group(null, 10, 21), group('Oslo', 5, 4)]))).toBe(
      'Rows without city hold 110.0 % of the change; others moved the other way.',
    )
    expect(say(facts([group(null, 10, 21), group('Oslo', 5, 4)]), CHINESE)).toBe(
      '无 city 的行 占变化的 110.0 %，其余部分方向相反。',
    )
    expect(say(facts([group('Rome', 0, 140), group('Oslo', 130, 0)]))).toBe(
      'Rome holds 14 times the change; others moved the other way. Groups of city moved against one another.',
    )
  })

  test('say of all groups only what all do, with the groups that are not listed', () => {
    const along = [group('Oslo', 5, 7), group('Rome', 3, 6)]
    expect(say(facts(along))).toContain('Every group of city rose.')
    expect(say(facts(along), PEERS)).toContain('It is higher in every group of city.')
    expect(say(facts(along, 1))).not.toContain('very group')
    expect(say(facts([...along, group('Bern', 4, 4)]))).not.toContain('very group')
  })

  test('of peers without a group in common say so', () => {
    const apart = facts([group('Oslo', null, 7), group('Rome', 3, null)])
    expect(say(apart, PEERS)).toContain('No group of city has a value in both groups.')
    expect(say(apart, PEERS)).not.toContain('in every group')
  })
})

const NOTHING: CauseFacts = {
  metric: 'sales',
  current: 110,
  compare: 100,
  change: 10,
  verdict: 'unknown',
  usual: null,
  causes: [],
  ranking: null,
  common: null,
  mix: null,
  spread: null,
  parts: [],
}

function headline(causeFacts: Partial<CauseFacts>, options?: ClaimOptions): string {
  return joinClaims(sayClaims(CAUSE_CLAIMS, { ...NOTHING, ...causeFacts }, options), options)
}

function cause(
  share: number,
  conditions: CauseFacts['causes'][number]['conditions'],
): CauseFacts['causes'][number] {
  const values = { current: 1, compare: 2, change: -1, expected: 2, unexpected: -1 }
  return {
    ...values,
    conditions,
    where: null,
    sameAs: [],
    part: null,
    contribution: 10 * share,
    rateContribution: null,
    mixContribution: null,
    share,
    bits: 20,
    confidence: 'certain',
    kind: 'changed',
  }
}

const OSLO = [{ dimension: 'city', value: 'Oslo', not: false }]
const NOBODY = [{ dimension: 'customer', value: null, not: false }]

describe('headlines of causes', () => {
  test('call a change usual where it was compared and is no larger', () => {
    const common = {
      factor: 1.1,
      contribution: 10,
      share: 1,
      along: 1,
      bits: 9,
      isUsual: false,
    }
    const large = { usual: { size: 4, changes: 4, times: 2.5 }, verdict: 'common', common } as const
    expect(headline(large)).toBe(
      'sales rose nearly everywhere; what all segments have in common is 100.0 % of the change. The change is 2.5 times the usual one of 4 changes before.',
    )
    const usual = { usual: { size: 12, changes: 4, times: 0.8 }, verdict: 'usual' } as const
    expect(headline(usual)).toBe('sales rose by no more than it usually changes.')
    expect(headline({ ...usual, usual: { size: 12, changes: 2, times: 0.8 } })).not.toContain(
      'usual',
    )
    expect(headline({ verdict: 'unknown' })).toBe('sales rose; no segment stands out.')
  })

  test('do not say that all moved together where parts moved apart', () => {
    const common = { factor: 1.1, contribution: 10, share: 1, along: 0.4, bits: 9, isUsual: null }
    expect(headline({ common, verdict: 'unknown' })).toBe('sales rose; no segment stands out.')
  })

  test('name no segment below five percent, and rows without a value in words', () => {
    expect(headline({ verdict: 'unknown', causes: [cause(0.01, OSLO)] })).not.toContain('Oslo')
    const found = { verdict: 'localised', causes: [cause(0.6, NOBODY)] } as const
    expect(headline(found)).toBe(
      'sales rose; what stands out is rows without customer (60.0 % of the change).',
    )
    expect(headline(found, CHINESE)).toBe('sales 上升；突出的是 customer 无值（占变化的 60.0 %）。')
  })

  test('count further segments in grammar', () => {
    const causes = [cause(1.1, OSLO), cause(-0.1, NOBODY)]
    expect(headline({ verdict: 'several', causes })).toBe(
      'sales rose; what stands out is city = Oslo (110.0 % of the change; others moved the other way), and 1 more segment.',
    )
    expect(headline({ verdict: 'several', causes: [...causes, cause(0.2, OSLO)] })).toContain(
      'and 2 more segments.',
    )
  })

  test('name the segment that changed most of a metric without exact shares', () => {
    const segment = { conditions: OSLO, where: null, current: 30, compare: 24, change: 6 }
    const ranking = { reason: 'values of MEDIAN do not add up', segments: [segment], groups: 1 }
    expect(headline({ ranking })).toBe(
      'sales rose. sales has no exact shares, because its values in segments do not add up. The largest change is in city = Oslo (+25.0 % there).',
    )
    const started = { ...segment, compare: 0, current: 6 }
    expect(headline({ ranking: { ...ranking, segments: [started] } })).toContain(
      'in city = Oslo (from nothing).',
    )
    expect(headline({ ranking }, CHINESE)).toBe(
      'sales 上升。sales 没有精确的占比，因为各分组的值不能相加。变化最大的是 city 为 Oslo（该分组变化 +25.0 %）。',
    )
    expect(headline({ ranking, change: 0, verdict: 'unchanged' })).toBe('sales did not change.')
    const found = { ranking, verdict: 'localised', causes: [cause(0.6, OSLO)] } as const
    expect(headline(found)).toBe(
      'sales rose; what stands out is city = Oslo (-50.0 % there). sales has no exact shares, because its values in segments do not add up.',
    )
  })

  test('have a sentence for a metric without a value or without a change', () => {
    expect(headline({ current: null, change: null, verdict: 'undefined' })).toBe(
      'sales has no value in one of the periods.',
    )
    expect(headline({ change: 0, verdict: 'unchanged' }, PEERS)).toBe(
      'sales is the same for both groups.',
    )
  })
})

describe('claims about a tree', () => {
  const printed = { current: '6', compare: '4', change: '+2' }
  const facts = (shares: readonly (number | null)[], change: number | null = 2): TreeFacts => ({
    metric: 'sales',
    change,
    changeRate: '0.5',
    printed,
    leaves: shares.map((share, at) => ({ name: `leaf${at}`, share })),
  })
  const say = (tree: TreeFacts, language: 'en' | 'zh' = 'en') =>
    joinClaims(sayClaims(TREE_CLAIMS, tree, { language }), { language })

  test('name the leaf with the largest share, and explain one above the change', () => {
    expect(say(facts([0.2, 1.25, -0.45]))).toBe(
      'sales rose from 4 to 6 (+2, +50.0 %). leaf1 contributes most (125.0 % of the change; others moved the other way).',
    )
    expect(say(facts([0.2, 0.8]), 'zh')).toBe(
      'sales 上升：由 4 到 6（+2，+50.0 %）。leaf1 贡献最大（占变化的 80.0 %）。',
    )
  })

  test('name no leaf where the share of one is not known, and none of a root alone', () => {
    for (const shares of [[0.2, null], [], [0, 0]]) {
      expect(say(facts(shares))).toBe('sales rose from 4 to 6 (+2, +50.0 %).')
    }
    expect(say(facts([0.2], 0))).toBe('sales did not change.')
    expect(say(facts([0.2], null))).toBe('sales has no value on one side.')
  })
})
