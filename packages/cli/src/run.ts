import type { Effects } from './effects.ts'
import { createProgress, type Progress } from './progress.ts'
import { createPaint, type Paint } from './terminal.ts'

/** What a command needs to do its work and to be heard. */
export interface Run {
  readonly effects: Effects
  /** The paint for standard output. */
  readonly paint: Paint
  /** Writes to standard error, on a terminal only. */
  readonly progress: Progress
  /** Writes lines to standard output; takes the progress line away first. */
  readonly print: (lines: readonly string[]) => void
}

/** A run on `effects`. */
export function createRun(effects: Effects): Run {
  const progress = createProgress(effects.stderr)
  return {
    effects,
    paint: createPaint(effects.stdout, effects.env),
    progress,
    print: (lines) => {
      progress.clear()
      effects.stdout.write(`${lines.join('\n')}\n`)
    },
  }
}
