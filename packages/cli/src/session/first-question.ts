import type { DatasetExtentData } from '@tributary/contract'
import type { ExampleQuestion } from '@tributary/platform/internal'
import type { Run } from '../terminal/run.ts'
import type { OwnerSession } from './ask-as-owner.ts'

/** A question that a workspace answers. */
export interface FirstQuestion extends ExampleQuestion {
  /** Two ranges with rows; null where the data has no two periods. */
  readonly comparison: DatasetExtentData['comparison']
}

/** The first of some questions whose data has two periods to compare; else the first one, and null for none. */
export async function findFirstQuestion(
  { platform, caller }: Pick<OwnerSession, 'platform' | 'caller'>,
  questions: readonly ExampleQuestion[],
  { effects: { signal }, progress }: Pick<Run, 'effects' | 'progress'>,
): Promise<FirstQuestion | null> {
  const operations = platform.as(caller)
  for (const question of questions) {
    const { metric } = question
    progress.show(`looking for periods of ${metric}`)
    const { comparison } = await operations.datasetExtent({ metric }, { signal })
    if (comparison !== null) return { ...question, comparison }
  }
  const [first] = questions
  return first === undefined ? null : { ...first, comparison: null }
}
