import type { GrainWord } from '@tributary/expression'
import { type Static, Type } from 'typebox'
import type { MetricPeriod, Take } from '../../definitions/metric.ts'
import { closed, type InFile } from './parts.ts'

const span = (description: string) =>
  Type.Optional(
    Type.String({
      description,
      pattern: '^[1-9][0-9]{0,4} [A-Za-z][A-Za-z0-9_]*$',
      patternErrorMessage: 'a number and a grain, such as 1 MONTH',
    }),
  )

const grain = (description: string) =>
  Type.Optional(
    Type.String({
      description,
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      patternErrorMessage: 'a grain, such as MONTH',
    }),
  )

/** The period of a DERIVED metric in a workspace file: one of the first five keys. */
export const periodSchema = Type.Object(
  {
    before: span('The same period so much earlier: 1 MONTH.'),
    startOf: grain('The first base period of the month or other grain.'),
    trailing: span('Accumulates the last so many, up to the period: 7 DAY.'),
    toDate: grain('Accumulates since the start of the month or other grain.'),
    allTime: Type.Optional(Type.Literal(true, { description: 'Accumulates all time.' })),
    take: Type.Optional(
      Type.Enum(['LAST', 'FIRST', 'AVG'], {
        description:
          'Of what accumulates: up to the last base period of the period, up to the first, or the mean of those up to each. Default: LAST.',
      }),
    ),
  },
  { ...closed, description: 'The period in place of that of the question.' },
)

export type PeriodInFile = InFile<typeof periodSchema>

/** The keys of a period, of which it has one. */
export const PERIOD_KEYS = ['before', 'startOf', 'trailing', 'toDate', 'allTime'] as const

/** The period of its first key; that it has exactly one is checked later. */
export function decodePeriod(raw: PeriodInFile): MetricPeriod {
  const take: Take | 'AVG' = raw.take ?? 'LAST'
  if (raw.before !== undefined) return { kind: 'before', ...parseSpan(raw.before) }
  if (raw.startOf !== undefined) return { kind: 'startOf', grain: toGrainWord(raw.startOf) }
  if (raw.trailing !== undefined) return { kind: 'trailing', ...parseSpan(raw.trailing), take }
  if (raw.toDate !== undefined) return { kind: 'toDate', grain: toGrainWord(raw.toDate), take }
  return { kind: 'allTime', take }
}

/** How a period is written. */
export function encodePeriod(period: MetricPeriod): Static<typeof periodSchema> {
  const takeOption = 'take' in period && period.take !== 'LAST' ? { take: period.take } : {}
  switch (period.kind) {
    case 'before':
    case 'trailing':
      return { [period.kind]: `${period.count} ${period.grain}`, ...takeOption }
    case 'startOf':
    case 'toDate':
      return { [period.kind]: period.grain, ...takeOption }
    case 'allTime':
      return { allTime: true, ...takeOption }
  }
}

function parseSpan(text: string): { readonly count: number; readonly grain: GrainWord } {
  const [count = '', grain = ''] = text.split(' ')
  return { count: Number(count), grain: toGrainWord(grain) }
}

/** Whether there is such a grain is checked later. */
function toGrainWord(grain: string): GrainWord {
  return grain.toUpperCase() as GrainWord
}
