import fc from 'fast-check'

/** The seconds that one property may search: on a slow machine it ends with fewer runs and not with a failure. */
const SECONDS = 60

if (process.env.TRIBUTARY_LONG === undefined) {
  fc.configureGlobal({ interruptAfterTimeLimit: SECONDS * 1_000, markInterruptAsFailure: false })
}
