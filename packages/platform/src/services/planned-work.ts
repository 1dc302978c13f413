import { setImmediate } from 'node:timers/promises'

/** The work that steps plan; others run between them. */
export async function planned<Work>(steps: Iterator<void, Work>): Promise<Work> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** The work that steps plan, all in one go. */
export function plannedAtOnce<Work>(steps: Iterator<void, Work>): Work {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
