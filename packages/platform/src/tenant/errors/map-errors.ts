type MapError<Arguments extends readonly unknown[]> = (error: unknown, given: Arguments) => unknown

/**
 * The same functions with mapped errors: those that are thrown, those of promises, and those of async generators. `tell` gets
 * the error and the arguments of the call.
 */
export function mapErrors<Functions extends object, Arguments extends readonly unknown[]>(
  functions: Functions,
  tell: MapError<Arguments>,
): Functions {
  const entries = Object.entries(functions).map(([name, work]) => [
    name,
    (...given: Arguments) => {
      const reason = (error: unknown): unknown => tell(error, given)
      try {
        return mapOutcome(work(...given), reason)
      } catch (error) {
        throw reason(error)
      }
    },
  ])
  return Object.fromEntries(entries) as Functions
}

function mapOutcome(outcome: unknown, reason: (error: unknown) => unknown): unknown {
  if (outcome instanceof Promise) {
    return outcome.catch((error: unknown) => {
      throw reason(error)
    })
  }
  const isGenerator =
    typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome
  return isGenerator ? mapSteps(outcome as AsyncGenerator, reason) : outcome
}

async function* mapSteps(
  steps: AsyncGenerator,
  reason: (error: unknown) => unknown,
): AsyncGenerator {
  try {
    return yield* steps
  } catch (error) {
    throw reason(error)
  }
}
