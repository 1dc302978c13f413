import { TributaryError } from '@tributary/core'
import type { QuestionSession } from './question-session.ts'

/**
 * The mistake in the condition of `--current`, when the error is that there is nothing to compare it with: a range with a
 * slip is taken for a condition, and that is what is to be mended first. Any other error as it is.
 */
export async function conditionError(
  error: unknown,
  { metric, current }: { readonly metric: string; readonly current: string },
  { operations }: Pick<QuestionSession, 'operations'>,
): Promise<unknown> {
  if (!(error instanceof TributaryError) || error.code !== 'CLI_RANGE_NEEDED') return error
  try {
    const request = { metric, text: current, context: 'time' } as const
    const { diagnostics } = await operations.checkExpression(request)
    const wrong = diagnostics.find(({ severity }) => severity === 'error')
    if (wrong === undefined) return error
    const details = { path: '--current', text: current, span: wrong.span }
    return new TributaryError(wrong.name, wrong.message, { details, cause: error })
  } catch (conditionFault) {
    return conditionFault
  }
}
