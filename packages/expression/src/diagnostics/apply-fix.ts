import type { Fix } from './diagnostic.ts'

/** The text after a fix. Edits may come in any order and do not overlap. */
export function applyFix(text: string, fix: Fix): string {
  const backwards = [...fix.edits].sort((a, b) => b.span.start - a.span.start)
  let mended = text
  for (const { span, text: replacement } of backwards) {
    mended = mended.slice(0, span.start) + replacement + mended.slice(span.end)
  }
  return mended
}
