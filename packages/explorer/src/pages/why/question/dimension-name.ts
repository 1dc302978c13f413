import type { Subject } from './subject.ts'

/** The name of a dimension for people; several are joined by a multiplication sign. */
export function formatDimensionName(
  dimension: string,
  { dimensions }: Pick<Subject, 'dimensions'>,
): string {
  return dimension
    .split(',')
    .map((name) => dimensions.find((candidate) => candidate.name === name)?.dimDisplayName ?? name)
    .join(' × ')
}
