import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Closes the run with one line that programs can read: `N passed, N failed`, counted from the run itself. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0
    let failed = unhandled.length
    let skipped = 0
    for (const module of modules) {
      // A module that could not be loaded has errors and no tests.
      failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'skipped') skipped += 1
        else failed += 1
      }
    }
    const rest = skipped === 0 ? '' : `, ${skipped} skipped`
    // After the summary of the default reporter, which is printed when the process winds down.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed${rest}\n`))
  }
}
