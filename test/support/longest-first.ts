import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from './imports.ts'

/** Folders whose tests take longest: they ask hundreds of questions, drive a browser, or end processes and servers. */
const LONGEST: readonly string[] = [
  'test/differential/',
  'test/browser/',
  'test/faults/',
  'test/conformance/row-conditions/',
  'test/e2e/hostile-requests',
  'test/engines/',
  'test/docs/',
]

/**
 * Begins with the tests that take longest, so that at the end no core waits for the others. Vitest knows how long files
 * took only where it has run before; elsewhere it goes by their size, and the longest test is a small file.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(
    files: Parameters<BaseSequencer['sort']>[0],
  ): ReturnType<BaseSequencer['sort']> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const path = relative(ROOT, moduleId).split(sep).join('/')
  const at = LONGEST.findIndex((folder) => path.startsWith(folder))
  return at < 0 ? LONGEST.length : at
}
