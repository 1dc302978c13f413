/** The columns of every result table after its keys, in order. */
export const MEASURES = [
  '@currentValue',
  '@compareValue',
  '@growth',
  '@growthRate',
  '@overallContributionRate',
  '@relativeContributionRate',
] as const
